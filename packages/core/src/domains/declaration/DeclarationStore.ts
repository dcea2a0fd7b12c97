import { Context, type Effect, type Option } from "effect"
import type { DomainId, Instant } from "../../shared/index.ts"
import type { ApplicantDeclaration, DeclarationId, DeclarationStatus } from "./ApplicantDeclaration.ts"

/** Storage port of declarations. Every mail has a token of its own, and all of them are valid. */
export class DeclarationStore extends Context.Service<DeclarationStore, {
  readonly insert: (declaration: ApplicantDeclaration) => Effect.Effect<void>
  readonly findByDomain: (id: DomainId) => Effect.Effect<Option.Option<ApplicantDeclaration>>
  readonly findByToken: (token_hash: string) => Effect.Effect<Option.Option<ApplicantDeclaration>>
  readonly addToken: (id: DeclarationId, token_hash: string, now: Instant.Instant) => Effect.Effect<void>
  /** Creation of the newest tokens, newest first. */
  readonly tokensOn: (id: DeclarationId, atMost: number) => Effect.Effect<ReadonlyArray<Instant.Instant>>
  /** Stores a changed declaration. False, without a change, unless its stored status is `from`. */
  readonly settle: (
    changed: Pick<ApplicantDeclaration, "declaration_id" | "next_action_on" | "signature" | "status" | "updated_on">,
    from: DeclarationStatus
  ) => Effect.Effect<boolean>
  /** Stores the next action of a pending declaration. False, without a change, if another process was faster. */
  readonly postpone: (
    id: DeclarationId,
    from: Instant.Instant,
    to: Instant.Instant
  ) => Effect.Effect<boolean>
  /** Pending declarations whose next action is due, the oldest first. */
  readonly due: (now: Instant.Instant, limit: number) => Effect.Effect<ReadonlyArray<ApplicantDeclaration>>
}>()("@namewright/core/domains/DeclarationStore") {}
