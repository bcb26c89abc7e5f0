/** Share of Bitcoin in the blend while nobody states one: its long-run order of size. */
const USUAL_SHARE = 0.6;

/** Days for which the newest figure is held. */
const HELD_DAYS = 7;

/**
 * Bitcoin's share of the market value of all coins, 0..1, the newest figure held for 7 days.
 *
 * Source: docs/method.md#blend.
 */
export class HeldDominance {
  private share = USUAL_SHARE;
  private age = 0;

  /** Takes the next day's dominance in percent. @returns the share to blend with */
  append(percent: number | undefined): number {
    this.age += 1;
    if (percent !== undefined) {
      this.share = percent / 100;
      this.age = 0;
    }
    return this.age > HELD_DAYS ? USUAL_SHARE : this.share;
  }

  clone(): HeldDominance {
    return Object.assign(new HeldDominance(), this);
  }
}
