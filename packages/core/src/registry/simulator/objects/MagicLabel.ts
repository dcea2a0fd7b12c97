/**
 * Prefixes of labels that select a special behaviour of the simulator, so that every case can be tested from outside.
 * Source: REST specification, "Environments". docs/registry-simulator.md describes each of them.
 */
export const magicLabels = [
  "taken",
  "premium",
  "claims",
  "allocation",
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

/** The prefix of a name: `taken` for `taken-books.com`. The longest matching prefix wins. */
export const magicLabel = (name: string): MagicLabel | undefined =>
  magicLabels[beginnings.findIndex((beginning) => name.startsWith(beginning))]
