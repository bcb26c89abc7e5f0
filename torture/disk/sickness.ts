/** Chooses a sickness that this machine can give to a disk. */

/** A life or a start that falls sick. */
interface Patient {
  /** 0 <= value < 1. */
  readonly random: () => number;
}

/** Kinds of sickness by the names that they have in docs/reliability.md. A function gives `undefined` where this machine does not allow it. */
export type Sicknesses<P extends Patient, Sick> = Readonly<Record<string, (patient: P) => Sick | undefined>>;

/** Brings about one of them at random, of those that are possible here. */
export function fallSick<P extends Patient, Sick>(
  all: Sicknesses<P, Sick>,
  patient: P,
): { readonly name: string; readonly sick: Sick } {
  const left = Object.entries(all);
  while (left.length > 0) {
    const [[name, bringAbout]] = left.splice(Math.floor(patient.random() * left.length), 1) as [(typeof left)[number]];
    const sick = bringAbout(patient);
    if (sick !== undefined) return { name, sick };
  }
  throw new Error("this machine allows none");
}
