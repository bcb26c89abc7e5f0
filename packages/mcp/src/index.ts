/** The score of a Peak site as tools for language models: over two streams, over HTTP, or in your own server. */

export { httpTools } from "./http-tools.js";
export { serveTools, type ToolsProcess } from "./serve-tools.js";
export { addTools } from "./tools.js";
