import type { Reading } from "./Reading.ts"

/**
 * Setting of an operator: a flag, an environment variable `NAMEWRIGHT_` with the flag's name, or a member of the
 * configuration file.
 */
export interface Setting<A> {
  readonly flag: string
  readonly metavar: string
  readonly description: string
  /** Default as text; undefined without one. */
  readonly standard: string | undefined
  readonly read: Reading<A>
  /** Value of the flag without an argument. */
  readonly bare?: string
  /** True for a secret, which messages do not contain. */
  readonly secret?: boolean
}

/** Setting with a default. */
export interface SettledSetting<A> extends Setting<A> {
  readonly standard: string
}

/** Environment variable of a setting. */
export const variableOf = ({ flag }: Setting<unknown>): string =>
  `NAMEWRIGHT_${flag.toUpperCase().replaceAll("-", "_")}`
