/** Where a site has its scripts, below its address. */
const FOLDER = "/embed/";

/** A module is never told that it is running; then anything of the site is looked for in the page. */
const script = document.currentScript ?? document.querySelector(`[src*="${FOLDER}nhci-"]`);

/**
 * Address of the site that served this script, found while the script runs for the first time: later nobody knows. Where
 * the script was copied to another place, `data-api` has to say the address.
 */
export const HOME = `${(script as HTMLScriptElement | null)?.src}`.split(FOLDER)[0] as string;
