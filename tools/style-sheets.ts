import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Plugin, transform } from "esbuild";

/**
 * Puts the text of a style sheet, without blanks and comments, in the place of the call of `styleSheet` that reads it.
 */
export const STYLE_SHEETS: Plugin = {
  name: "style sheets",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      let contents = await readFile(path, "utf8");
      for (const [call, name = ""] of contents.matchAll(CALL)) {
        const css = await readFile(join(dirname(path), name), "utf8");
        const { code } = await transform(css, { loader: "css", minifyWhitespace: true });
        contents = contents.replace(call, () => JSON.stringify(code));
      }
      return { contents, loader: "ts" };
    });
  },
};

const CALL = /styleSheet\("(\.\/[\w-]+\.css)", import\.meta\.url\)/g;
