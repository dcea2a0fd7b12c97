import type { RequirementName } from "../../../test/requires.ts"
import type { Databases } from "./Databases.ts"

/** What a figure has to reach: as it is, or as a ratio to its peer in the same run. */
export interface Bound {
  readonly of: "ours" | "ratio"
  readonly side: "at most" | "at least"
  readonly must: number
  readonly goal?: number | undefined
}

/** One line of the table. */
export interface Figure {
  readonly what: string
  readonly unit: string
  readonly ours: number
  /** What the figure is measured against, in the same unit. */
  readonly peer?: { readonly name: string; readonly value: number } | undefined
  /** Where it is not the quotient of both figures, the median over the quotients of the rounds. */
  readonly ratio?: number | undefined
  readonly bound?: Bound | undefined
}

/** What a benchmark is told. */
export interface Setting {
  readonly databases: Databases
  /** Share of the usual amount of work, 1 for figures that count. */
  readonly scale: number
  /** Tells whoever waits how far it is. */
  readonly progress: (text: string) => void
}

/** A group of figures that are measured together. */
export interface Benchmark {
  readonly name: string
  /** What is measured and how, in a few sentences; printed above the figures in the documentation. */
  readonly about: string
  /** Programs without which it is skipped. */
  readonly requires?: ReadonlyArray<RequirementName>
  readonly run: (setting: Setting) => Promise<ReadonlyArray<Figure>>
}

/** An amount of work at the scale of the run, at least `least`. */
export const scaled = ({ scale }: Setting, amount: number, least: number): number =>
  Math.max(least, Math.round(amount * scale))
