/** How tests start Chromium. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserServer, chromium } from "playwright-core";
import { findChromium } from "./find-programs.js";

/** No sandbox, since continuous integration runs as root; no background network traffic. */
export const CHROMIUM_ARGUMENTS: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--no-pings",
  "--force-color-profile=srgb",
  "--font-render-hinting=none",
  "--disable-lcd-text",
  "--disable-partial-raster",
];

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const FONTS = join(ROOT, "node_modules/@expo-google-fonts/inter");
const WEIGHTS = ["400Regular", "400Regular_Italic", "500Medium", "600SemiBold", "700Bold"];
const CACHE = join(ROOT, "node_modules/.cache/peak-fonts");

/** Every font that a page requests is replaced with Inter, so that what fits here fits on every machine. */
const FONTCONFIG = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${WEIGHTS.map((weight) => `  <dir>${join(FONTS, weight)}</dir>`).join("\n")}
  <cachedir>${CACHE}</cachedir>
  <match target="pattern">
    <edit name="family" mode="assign" binding="strong"><string>Inter</string></edit>
  </match>
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="autohint" mode="assign"><bool>false</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
`;

/** Starts one browser for all files of a run; `undefined` if none is installed. */
export async function startChromium(): Promise<BrowserServer | undefined> {
  const executablePath = findChromium();
  if (executablePath === undefined) return undefined;
  const args = [...CHROMIUM_ARGUMENTS];
  return chromium.launchServer({ executablePath, args, env: chromiumEnvironment(), host: "127.0.0.1" });
}

/** The environment of the browser's process: our fonts, and nothing that would change its language or time. */
function chromiumEnvironment(): Record<string, string> {
  const file = join(CACHE, "fonts.conf");
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(file, FONTCONFIG);
  return { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", FONTCONFIG_FILE: file, LANG: "C.UTF-8" };
}
