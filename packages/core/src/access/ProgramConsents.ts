import { Context, type Effect } from "effect"

/** Port: consents that people have given to programs; the realm slice answers. */
export class ProgramConsents extends Context.Service<ProgramConsents, {
  /** True if this consent has neither ended nor expired. */
  readonly exists: (grant_id: string) => Effect.Effect<boolean>
}>()("@namewright/core/access/ProgramConsents") {}
