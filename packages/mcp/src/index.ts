export { serveTools, type ToolsProcess } from "./serve-tools.js";
export { addTools } from "./tools.js";
