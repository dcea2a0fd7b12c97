import type { RequirementName } from "../../../test/requires.ts"
import type { Databases } from "./Databases.ts"

/** Bound of a figure, or of its ratio to its peer in the same run. */
export interface Bound {
  readonly of: "ours" | "ratio"
  readonly side: "at most" | "at least"
  readonly must: number
  readonly goal?: number | undefined
}

/** Row of the table. */
export interface Figure {
  readonly what: string
  readonly unit: string
  readonly ours: number
  /** Figure of the peer, in the same unit. */
  readonly peer?: { readonly name: string; readonly value: number } | undefined
  /** Median of the ratios of the rounds; default: the quotient of both figures. */
  readonly ratio?: number | undefined
  readonly bound?: Bound | undefined
}

/** Settings of a run. */
export interface Setting {
  readonly databases: Databases
  /** Fraction of the default amount of work; 1 for published figures. */
  readonly scale: number
  /** Prints the progress. */
  readonly progress: (text: string) => void
}

/** Figures that are measured together. */
export interface Benchmark {
  readonly name: string
  /** Description of the measurement, printed above the figures in the documentation. */
  readonly about: string
  /** Programs that the benchmark needs; it is skipped without them. */
  readonly requires?: ReadonlyArray<RequirementName>
  readonly run: (setting: Setting) => Promise<ReadonlyArray<Figure>>
}

/** Amount of work at the scale of the run, at least `least`. */
export const scaled = ({ scale }: Setting, amount: number, least: number): number =>
  Math.max(least, Math.round(amount * scale))
