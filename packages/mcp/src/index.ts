export { addTools } from "./tools.js";
