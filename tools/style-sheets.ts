/** A plugin for esbuild that puts style sheets into scripts. */
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Plugin, transform } from "esbuild";

/** Replaces each call of `styleSheet` with the minified text of the style sheet it reads. */
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
