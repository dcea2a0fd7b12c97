/** A posting that the registry makes itself: a credit to a registrar, or a charge if the amount is negative. */
export interface Posting {
  readonly registrar: string
  /** Minor units. */
  readonly amount: number
}
