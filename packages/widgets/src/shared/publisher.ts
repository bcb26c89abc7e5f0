/** Who publishes the score, as the server fills it in. */

/** The server replaces this name with JSON when it loads a script, so the name may occur only here. */
declare const __PEAK_PUBLISHER__: ScriptPublisher;

/** The last part is present if the site offers crypto. */
type ScriptPublisher = readonly [names: string, host: string, url: string, hasCrypto?: 1];

/** The attribution of every drawing: a tuple, since an object's keys would make the badge script too large. */
export const PUBLISHER: ScriptPublisher = __PEAK_PUBLISHER__;
