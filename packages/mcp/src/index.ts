// The score of a Peak site as tools for language models. docs/commands.md#peak-mcp describes them.

// Serves them over two streams, as the command does.

export { serveTools, type ToolsProcess } from "./serve-tools.js";

// Answers requests of the protocol over HTTP with them.

export { httpTools } from "./http-tools.js";

// Adds them to a server of your own.

export { addTools } from "./tools.js";
