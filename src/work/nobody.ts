import type { Shown } from "./worker.js";

/** Where nothing is shown: in a process that answers to nobody. */
export const NOBODY: Shown = {
  sink: { showSnapshot: () => {}, showHistory: () => {} },
  extras: {
    showBackground: () => {},
    showChanges: () => {},
    showProof: () => {},
    showRevisions: () => {},
    showSources: () => {},
    showRecord: () => {},
  },
};
