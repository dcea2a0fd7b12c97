import { assert, layer } from "@effect/vitest"
import { DomainName } from "@namewright/core/shared"
import { Effect } from "effect"
import {
  customer,
  domainNow,
  isOwned,
  openIntents,
  ownedByRival,
  passDays,
  round,
  transferIn
} from "../DomainsPlatform.ts"
import { hourLater } from "../hourLater.ts"
import { type AcceptingPlatform, newestCharge } from "./acceptingPlatform.ts"

/** Transfers that a registry accepts and decides later. */
export const acceptedTransferCases = ({ platform, unseen }: AcceptingPlatform, label: string) => {
  layer(platform)(`A transfer ${label}`, (it) => {
    const coming = Effect.fnUntraced(function*(label: string) {
      const owner = yield* customer()
      const name = DomainName.make(`${label}-unseen-transfer.slow`)
      yield* ownedByRival(name, "slow-registry", "Transfer-Code-1")
      const domain = yield* transferIn(owner, name)
      yield* hourLater
      yield* passDays(3)
      assert.deepStrictEqual(yield* openIntents(domain), ["domain.transfer accepted"])
      assert.match((yield* newestCharge(owner)) ?? "", /^transfer pending/)
      return { owner, domain }
    })

    it.effect("stays pending and paid for days, and is done when the registry shows it", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* coming("shown")
        yield* unseen.carryOut(domain.name)
        yield* passDays(6)
        assert.match((yield* newestCharge(owner)) ?? "", /^transfer succeeded/)
        assert.notInclude((yield* domainNow(owner, domain)).registry_statuses, "pendingTransfer")
      }))

    it.effect("is refunded after the message that the losing registrar has rejected it", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* coming("rejected")
        yield* unseen.enqueue(domain.registry, {
          _tag: "TransferChanged",
          name: domain.name,
          status: "clientRejected",
          side: "gaining",
          acts_on: null,
          expires_on: null
        })
        yield* round
        assert.isFalse(yield* isOwned(domain.name))
        assert.match((yield* newestCharge(owner)) ?? "", /^transfer failed/)
      }))
  })
}
