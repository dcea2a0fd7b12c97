import { Context, type Effect } from "effect"

/** Port for the consents that users have given to programs, implemented by the realm slice. */
export class ProgramConsents extends Context.Service<ProgramConsents, {
  /** True unless this consent has ended or expired. */
  readonly exists: (grant_id: string) => Effect.Effect<boolean>
}>()("@namewright/core/access/ProgramConsents") {}
