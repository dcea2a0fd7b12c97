import { Context, type Effect } from "effect"
import type { Instant } from "../shared/index.ts"
import type { ProgramUse } from "./ProgramUse.ts"

/** Storage port of the last uses of connected programs. */
export class ProgramUseStore extends Context.Service<ProgramUseStore, {
  /** Stores the last use of a program by a person, unless a later one is stored. */
  readonly save: (use: ProgramUse) => Effect.Effect<void>
  readonly listOfUser: (user_id: string) => Effect.Effect<ReadonlyArray<ProgramUse>>
  /** Removes at most `atMost` uses before `at`, and returns their number. */
  readonly removeBefore: (at: Instant.Instant, atMost: number) => Effect.Effect<number>
}>()("@namewright/core/realm/ProgramUseStore") {}
