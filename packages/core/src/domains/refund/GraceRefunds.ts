import { Effect, Metric, Option } from "effect"
import { Billing } from "../../billing/index.ts"
import type { Instant } from "../../shared/index.ts"
import { TldCatalog } from "../../tlds/index.ts"
import type { Domain } from "../Domain.ts"
import { type GraceCharge, runsAt } from "../GraceCharge.ts"
import { decideRefunds, type GracedDeletion } from "./decideRefunds.ts"

const differences = Metric.counter("registry_credit_differences_total", {
  description: "Deletions whose credit at the registry differs from the data of the TLD",
  incremental: true
})

/** Logs and counts a registry's contradiction of TLD data, for operators. */
const alert = ({ name, registry }: Pick<Domain, "name" | "registry">, found: ReadonlyArray<string>) =>
  Effect.andThen(
    Effect.logError(`The refund of ${name} differs from the data of its TLD`, ...found),
    Metric.update(Metric.withAttributes(differences, { registry }), 1)
  )

/** Refunds of charges whose grace period runs, inside the caller's transaction. */
export const makeGraceRefunds = Effect.gen(function*() {
  const billing = yield* Billing
  const catalog = yield* TldCatalog

  const refund = (charges: ReadonlyArray<GraceCharge>) =>
    Effect.forEach(charges, ({ billing_transaction_id }) => billing.refund(billing_transaction_id), { discard: true })

  /** Refunds what the registry credited for a deletion, and alerts operators to differences. */
  const refundDeletion = Effect.fnUntraced(function*(
    domain: Pick<Domain, "name" | "registry" | "tld">,
    deletion: Omit<GracedDeletion, "spec">
  ) {
    const spec = yield* catalog.find(domain.tld)
    if (Option.isNone(spec)) {
      if (deletion.charges.length > 0) yield* alert(domain, [`.${domain.tld} has no data; no charge is refunded`])
      return
    }
    const decision = decideRefunds({ ...deletion, spec: spec.value })
    yield* refund(decision.refunded)
    if (decision.differences.length > 0) yield* alert(domain, decision.differences)
  })

  /** A transfer that adds a term replaces the registry's own renewal, for which the losing registrar gets a credit. */
  const transferredAway = Effect.fnUntraced(function*(domain: Domain, at: Instant.Instant) {
    const spec = yield* catalog.find(domain.tld)
    if (Option.isNone(spec) || spec.value.transfer_policies.transfer_renews_domain === false) return
    yield* refund(
      domain.grace_charges.filter((charge) => charge.operation === "autoRenew" && runsAt(charge, spec.value, at))
    )
  })

  return { refundDeletion, transferredAway }
})
