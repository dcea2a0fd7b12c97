import { Effect, Layer } from "effect"
import { RegistryIntents } from "../registry/index.ts"
import { Timetable, Transaction } from "../shared/index.ts"
import { DomainLifeCycle } from "./DomainLifeCycle.ts"
import { DomainStore } from "./DomainStore.ts"
import { RegistryMessages } from "./RegistryMessages.ts"

/** Domains and intents of one round. */
const perRound = 100

/** What time brings to domains, for the worker to carry out. */
export const DomainTimetable = Layer.effectDiscard(Effect.gen(function*() {
  const timetable = yield* Timetable
  const lifeCycle = yield* DomainLifeCycle
  const intents = yield* RegistryIntents
  const messages = yield* RegistryMessages
  const store = yield* DomainStore
  const transaction = yield* Transaction

  yield* timetable.add({
    name: "registry.intents",
    every: "15 seconds",
    run: Effect.map(intents.recover(perRound), (taken) => taken === perRound)
  })
  yield* timetable.add({
    name: "registry.messages",
    every: "30 seconds",
    run: Effect.map(messages.poll, (taken) => taken >= perRound)
  })
  yield* timetable.add({
    name: "domains.life_cycle",
    every: "1 minute",
    run: Effect.map(lifeCycle.advanceDue(perRound), (taken) => taken === perRound)
  })
  yield* timetable.add({ name: "domains.counters", every: "5 minutes", run: transaction.atomically(store.tend) })
}))
