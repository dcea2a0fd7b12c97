import { Effect, Layer, Option, Schema } from "effect"
import { ActionQuotes, BatchQuotes, type ChargesOfAction, type QuoteRefusal } from "../approvals/index.ts"
import type { NewCharge } from "../billing/index.ts"
import type { PlannedJob } from "../jobs/index.ts"
import type { CurrentActor } from "../shared/index.ts"
import { Deletions } from "./delete/Deletions.ts"
import { DomainReference } from "./Domain.ts"
import { makeAcquisitionCharges } from "./register/AcquisitionCharges.ts"
import { Registrations } from "./register/Registrations.ts"
import { Renewals } from "./renew/Renewals.ts"
import { RegisterDomain, RenewDomainRequest, RestoreDomainRequest, TransferInDomain } from "./request/DomainRequest.ts"
import { Transfers } from "./transfer/Transfers.ts"

type Charges = Effect.Effect<ReadonlyArray<NewCharge>, QuoteRefusal, CurrentActor>

const nothing: Charges = Effect.succeed([])

/** Charges of an operation whose order is fully described by its body. */
const byBody = <A>(schema: Schema.Codec<A, unknown>, chargesOf: (request: A) => Charges): ChargesOfAction => {
  const decode = Schema.decodeUnknownOption(schema)
  return ({ body }) => Option.match(decode(body), { onNone: () => nothing, onSome: chargesOf })
}

const decodeReference = Schema.decodeUnknownOption(DomainReference)

/** Charges of an operation on one domain. */
const byDomain = <A>(
  schema: Schema.Codec<A, unknown>,
  chargesOf: (reference: DomainReference, request: A) => Charges
): ChargesOfAction => {
  const decode = Schema.decodeUnknownOption(schema)
  return ({ body, path_params }) =>
    Option.match(Option.all([decodeReference(path_params["domain_reference"]), decode(body)]), {
      onNone: () => nothing,
      onSome: ([reference, request]) => chargesOf(reference, request)
    })
}

/** Decodes the requests in the payloads of jobs. */
const requestsOf = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (jobs: ReadonlyArray<PlannedJob>) => jobs.flatMap(({ payload }) => Option.toArray(decode(payload["domain"])))
}

/** Registers the quotes of operations and batches on domains. */
export const DomainQuotes = Layer.effectDiscard(Effect.gen(function*() {
  const actions = yield* ActionQuotes
  const batches = yield* BatchQuotes
  const registrations = yield* Registrations
  const transfers = yield* Transfers
  const renewals = yield* Renewals
  const deletions = yield* Deletions
  const chargesOfMany = yield* makeAcquisitionCharges

  yield* actions.enter("createDomain", byBody(RegisterDomain, registrations.charges))
  yield* actions.enter("transferDomain", byBody(TransferInDomain, transfers.charges))
  yield* actions.enter("renewDomain", byDomain(RenewDomainRequest, renewals.charges))
  yield* actions.enter("restoreDomain", byDomain(RestoreDomainRequest, deletions.chargesOfRestore))

  const created = requestsOf(RegisterDomain)
  const transferred = requestsOf(TransferInDomain)
  yield* batches.enter("domain_create", (jobs) => chargesOfMany("create", created(jobs)))
  yield* batches.enter("domain_transfer", (jobs) => chargesOfMany("transfer", transferred(jobs)))
}))
