import { assert, layer } from "@effect/vitest"
import { TransferInDomain, Transfers } from "@namewright/core/domains"
import { layerPlatform, type PlatformServices, type Storage } from "@namewright/core/embed"
import { JobWorker } from "@namewright/core/jobs"
import { RegistrarCredentials } from "@namewright/core/registrars"
import { RegistryIntentStore, RegistrySimulator } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { type ImportAccount, importAccount, importDriver } from "../registrars/importDriver.ts"
import {
  atRegistry,
  balanceOf,
  chargesOf,
  type Customer,
  customer,
  domainNow,
  eventListOf,
  everyRole,
  isOwned,
  ownedByRival,
  passDays,
  round,
  statusTagsOf,
  transferIn
} from "./DomainsPlatform.ts"
import { lockAtRegistry, unlocking } from "./rivalLock.ts"
import { testTlds } from "./testTlds.ts"

const accounts = new Map<string, ImportAccount>()
const withoutCodes = { ...importDriver(accounts), authCode: undefined }

/** Platform whose registrar `OPENSRS` provides auth codes; `ENOM` has no such command. */
export const importingPlatform = (storage: Layer.Layer<Storage, unknown>): Layer.Layer<PlatformServices> =>
  Layer.orDie(layerPlatform({
    storage,
    simulator: {},
    tlds: testTlds,
    registrars: { OPENSRS: importDriver(accounts), ENOM: withoutCodes }
  }))

const registry = "slow-registry"

/** Connects an account to a customer, whose domains are then shown. */
const connect = Effect.fnUntraced(
  function*(owner: Customer, account: ImportAccount, registrar: "OPENSRS" | "ENOM" = "OPENSRS") {
    const credentials = yield* RegistrarCredentials
    const worker = yield* JobWorker
    const key = `key of ${account.names.join()}`
    accounts.set(key, account)
    const { registrar_credential_id } = yield* owner.act(
      credentials.connect({ name: "Old", registrar, credentials: { api_key: Redacted.make(key) } })
    )
    yield* worker.drain(Duration.minutes(1))
    return Effect.orDie(owner.act(credentials.get(registrar_credential_id)))
  }
)

/** Customer to whom a name of another registrar is shown. */
const shownTo = Effect.fnUntraced(function*(name: string, members: Partial<ImportAccount> = {}) {
  const owner = yield* customer()
  const account = importAccount({ names: [name], ...members })
  yield* ownedByRival(name, registry, account.auth_code)
  const credential = yield* connect(owner, account)
  return { owner, account, credential }
})

/** Requests the transfer without an auth code. */
const importOf = (owner: Customer, name: string, members: Record<string, unknown> = {}) =>
  transferIn(owner, name, { auth_code: null, ...members })

const both = (name: string) => [`unlock ${name}`, `authCode ${name}`]

export const importSuite = (label: string, platform: Layer.Layer<PlatformServices>) =>
  layer(platform)(`Imports from connected registrars (${label})`, (it) => {
    it.effect("unlock the domain and read its auth code, which is stored nowhere", () =>
      Effect.gen(function*() {
        const name = "import-locked.slow"
        const { account, owner } = yield* shownTo(name, { unlocked: yield* unlocking })
        yield* lockAtRegistry(name, "add")
        const pending = yield* importOf(owner, name)
        assert.deepStrictEqual(account.calls, both(name))
        assert.isNull(pending.auth_code)
        assert.sameMembers([...yield* statusTagsOf(pending)], ["IMPORT_PENDING", "INBOUND_TRANSFER_PENDING"])
        const open = yield* RegistryIntentStore.use((intents) => intents.ofObject(pending.domain_id))
        assert.lengthOf(open, 1)
        assert.notInclude(JSON.stringify(open), account.auth_code)
        yield* passDays(6)
        assert.strictEqual((yield* atRegistry(pending))?.sponsor, "account")
        const arrived = yield* domainNow(owner, pending)
        assert.notStrictEqual(arrived.auth_code, account.auth_code)
        assert.deepStrictEqual(yield* statusTagsOf(arrived), [])
        assert.notInclude(JSON.stringify(yield* eventListOf(owner)), account.auth_code)
        assert.deepStrictEqual(yield* chargesOf(owner), ["transfer succeeded 29.90"])
        assert.deepStrictEqual(account.calls, both(name))
      }))

    it.effect("ask nothing of the registrar if the request has the auth code, or is only priced", () =>
      Effect.gen(function*() {
        const name = "import-given.slow"
        const { account, owner } = yield* shownTo(name)
        const transfers = yield* Transfers
        const request = Schema.decodeUnknownSync(TransferInDomain)({
          name,
          renewal_mode: "renew",
          contacts: everyRole(owner.contact_id)
        })
        assert.lengthOf(yield* owner.act(transfers.charges(request)), 1)
        yield* importOf(owner, name, { auth_code: account.auth_code })
        assert.deepStrictEqual(account.calls, [])
      }))

    it.effect("need the auth code of a domain that another organization is shown, or whose registrar has no codes", () =>
      Effect.gen(function*() {
        const name = "import-other.slow"
        const { account } = yield* shownTo(name)
        const stranger = yield* customer()
        assert.strictEqual((yield* Effect.flip(importOf(stranger, name)))._tag, "AuthCodeMalformed")
        assert.deepStrictEqual(account.calls, [])
        const silent = importAccount({ names: ["import-silent.slow"] })
        yield* connect(stranger, silent, "ENOM")
        assert.strictEqual((yield* Effect.flip(importOf(stranger, "import-silent.slow")))._tag, "AuthCodeMalformed")
        assert.deepStrictEqual(silent.calls, [])
        assert.deepStrictEqual(yield* chargesOf(stranger), [])
      }))

    it.effect("are refused with the registrar's words if it refuses the domain, which says nothing of the credential", () =>
      Effect.gen(function*() {
        const name = "import-refused.slow"
        const { account, credential, owner } = yield* shownTo(name)
        account.refuses.set("authCode", "refused")
        assert.deepInclude(yield* Effect.flip(importOf(owner, name)), {
          _tag: "TransferRefused",
          reason: "The registrar refuses the request: No authCode"
        })
        assert.deepStrictEqual(yield* chargesOf(owner), ["transfer failed 29.90"])
        assert.strictEqual(yield* balanceOf(owner), 100_000)
        const failure = (yield* eventListOf(owner)).find(({ subtype }) => subtype === "FAILURE")
        assert.strictEqual(failure?.event_data.error?.code, "ERROR_DOMAIN_TRANSFER")
        yield* TestClock.adjust("10 minutes")
        yield* round
        assert.deepInclude(yield* credential, { sync_status: "succeeded", error_code: null, domain_count: 1 })
        account.refuses.clear()
        assert.deepStrictEqual((yield* importOf(owner, name)).registry_statuses, ["pendingTransfer"])
      }))

    it.effect("wait for a registrar that cannot be asked", () =>
      Effect.gen(function*() {
        for (const method of ["unlock", "authCode"] as const) {
          const name = `import-down-${method.toLowerCase()}.slow`
          const { account, owner } = yield* shownTo(name)
          account.refuses.set(method, "unavailable")
          const pending = yield* importOf(owner, name)
          assert.deepStrictEqual(pending.registry_statuses, ["pendingTransfer"])
          assert.deepStrictEqual(yield* statusTagsOf(pending), ["IMPORT_REQUESTED"])
          yield* TestClock.adjust("1 hour")
          yield* round
          assert.deepStrictEqual(yield* statusTagsOf(yield* domainNow(owner, pending)), ["IMPORT_REQUESTED"])
          assert.deepStrictEqual(yield* chargesOf(owner), ["transfer pending 29.90"])
          account.refuses.clear()
          yield* TestClock.adjust("1 hour")
          yield* round
          assert.include(yield* statusTagsOf(yield* domainNow(owner, pending)), "IMPORT_PENDING")
          assert.deepStrictEqual(yield* chargesOf(owner), ["transfer pending 29.90"])
        }
      }))

    it.effect("end without a charge if the registrar cannot be asked for a day, and the domain is shown again", () =>
      Effect.gen(function*() {
        const name = "import-gone.slow"
        const { account, owner } = yield* shownTo(name)
        account.refuses.set("authCode", "unavailable")
        const pending = yield* importOf(owner, name)
        for (let hours = 0; hours < 25; hours += 5) {
          yield* TestClock.adjust("5 hours")
          yield* round
        }
        const failures = (yield* eventListOf(owner, pending.domain_id)).filter(({ subtype }) => subtype === "FAILURE")
        assert.lengthOf(failures, 1)
        assert.deepStrictEqual(yield* chargesOf(owner), ["transfer failed 29.90"])
        assert.strictEqual(yield* balanceOf(owner), 100_000)
        yield* TestClock.adjust("10 minutes")
        yield* round
        assert.isTrue(yield* isOwned(name))
      }))

    it.effect("do not use credentials again that the registrar has refused", () =>
      Effect.gen(function*() {
        const name = "import-rejected.slow"
        const { account, credential, owner } = yield* shownTo(name)
        for (const method of ["unlock", "authCode", "listDomains"] as const) account.refuses.set(method, "auth")
        assert.deepInclude(yield* Effect.flip(importOf(owner, name)), {
          _tag: "TransferRefused",
          reason: "The registrar does not accept the credentials: No unlock"
        })
        yield* TestClock.adjust("10 minutes")
        yield* round
        assert.deepInclude(yield* credential, { sync_status: "failed", error_code: "ERROR_CREDENTIAL_AUTH" })
        assert.strictEqual((yield* Effect.flip(importOf(owner, name)))._tag, "AuthCodeMalformed")
        assert.deepStrictEqual(account.calls, [`unlock ${name}`])
      }))

    it.effect("name the registrar's reason if it does not unlock the domain, and the registry refuses it", () =>
      Effect.gen(function*() {
        const name = "import-kept.slow"
        const { account, owner } = yield* shownTo(name)
        account.refuses.set("unlock", "refused")
        yield* lockAtRegistry(name, "add")
        assert.deepInclude(yield* Effect.flip(importOf(owner, name)), {
          _tag: "TransferNotAllowed",
          reason:
            "2304 Object status prohibits operation: clientTransferProhibited; the registrar did not unlock the " +
            "domain: The registrar refuses the request: No unlock"
        })
        yield* lockAtRegistry(name, "remove")
        yield* TestClock.adjust("10 minutes")
        yield* round
        yield* importOf(owner, name)
        assert.deepStrictEqual(account.calls, [...both(name), ...both(name)])
      }))

    for (const [fault, calls] of [["cutBefore", 2], ["cutAfter", 1]] as const) {
      it.effect(`are looked up after a lost answer (${fault}), and sent at most once with effect`, () =>
        Effect.gen(function*() {
          const name = `import-${fault.toLowerCase()}.slow`
          const { account, owner } = yield* shownTo(name)
          const { faults } = yield* RegistrySimulator
          yield* faults.inject({ method: "requestTransfer", fault, object: name })
          const pending = yield* importOf(owner, name)
          yield* round
          assert.deepStrictEqual(account.calls, Array.from({ length: calls }, () => both(name)).flat())
          yield* passDays(6)
          assert.strictEqual((yield* atRegistry(pending))?.sponsor, "account")
          assert.deepStrictEqual(yield* chargesOf(owner), ["transfer succeeded 29.90"])
        }))
    }

    it.effect("wait for a registrar that fails when the request is sent again", () =>
      Effect.gen(function*() {
        const name = "import-again.slow"
        const { account, owner } = yield* shownTo(name)
        const { faults } = yield* RegistrySimulator
        yield* faults.inject({ method: "requestTransfer", fault: "cutBefore", object: name })
        yield* faults.inject({ method: "infoDomain", fault: "temporary", object: name, times: 1 })
        yield* faults.inject({ method: "queryTransfer", fault: "temporary", object: name, times: 1 })
        const pending = yield* importOf(owner, name)
        assert.deepStrictEqual(yield* statusTagsOf(pending), ["IMPORT_REQUESTED"])
        account.refuses.set("authCode", "unavailable")
        yield* TestClock.adjust("3 minutes")
        yield* round
        assert.deepStrictEqual(yield* statusTagsOf(yield* domainNow(owner, pending)), ["IMPORT_REQUESTED"])
        account.refuses.clear()
        yield* TestClock.adjust("1 hour")
        yield* round
        assert.include(yield* statusTagsOf(yield* domainNow(owner, pending)), "IMPORT_PENDING")
        assert.deepStrictEqual(yield* chargesOf(owner), ["transfer pending 29.90"])
        assert.isTrue(Option.isSome(
          yield* Effect.orDie(
            (yield* RegistrySimulator).registry(registry).queryTransfer(DomainName.make(name))
          )
        ))
      }))
  })
