import type { Shown } from "./worker.js";

/** Where nothing is shown: in a process that answers to nobody. */
export const NOBODY: Shown = {
  showcase: { showSnapshot: () => {}, showHistory: () => {} },
  notices: {
    showBackground: () => {},
    showChanges: () => {},
    showProof: () => {},
    showRevisions: () => {},
    showSources: () => {},
    showRecord: () => {},
  },
};
