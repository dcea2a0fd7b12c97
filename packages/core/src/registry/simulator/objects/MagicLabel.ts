/**
 * Beginnings of labels that make the simulator play a part, so that every case can be reached from outside.
 * Source: REST specification, "Environments"; docs/registry-simulator.md lists what each one does.
 */
export const magicLabels = [
  "taken",
  "premium",
  "claims",
  "pending-refused",
  "pending",
  "fail",
  "transferlock",
  "badauth",
  "defer-always",
  "defer",
  "verify"
] as const
export type MagicLabel = (typeof magicLabels)[number]

const beginnings = magicLabels.map((label) => `${label}-`)

/** The part that a name plays: `taken` for `taken-books.com`. The longer beginning wins. */
export const magicLabel = (name: string): MagicLabel | undefined =>
  magicLabels[beginnings.findIndex((beginning) => name.startsWith(beginning))]
