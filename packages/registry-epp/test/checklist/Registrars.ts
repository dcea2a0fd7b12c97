import { afterAll, assert, describe, it } from "@effect/vitest"
import { contractBackends, contractTlds } from "@namewright/conformance"
import {
  newCommandId,
  type Registry,
  RegistryAccountId,
  RegistrySessionSlots,
  RegistrySimulator,
  type SimulatorSettings
} from "@namewright/core/registry"
import { TldCatalog, type TldSpec } from "@namewright/core/tlds"
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import {
  type DomainCreate,
  type DomainData,
  type DomainInfo,
  type EppClient,
  type EppCommand,
  eppPool,
  eppRegistry,
  type EppResponse,
  fixedCredentials,
  isQuery,
  type RegistryProfile
} from "../../src/index.ts"
import { namewright } from "../../src/profile/namewright.ts"
import { type EppServer, eppServer, type EppServerOptions } from "../../src/server/index.ts"
import { registryClock } from "../registryClock.ts"
import { schemaProblems, validDocuments } from "../SchemaValidation.ts"
import { serverCertificate, serverKey, testAuthority } from "../testCertificates.ts"

/** A registrar at the server: the sessions of the pool, and the driver that speaks through them. */
export interface Registrar {
  readonly id: string
  readonly client: EppClient
  readonly registry: Registry
}

/**
 * Three registrars with a registry that is empty but for a contact of each, who is named as they are; without where the
 * registry has no contacts.
 */
export class Registrars extends Context.Service<Registrars, {
  readonly ours: Registrar
  readonly theirs: Registrar
  /** Somebody who has nothing to do with it. */
  readonly third: Registrar
  readonly simulator: RegistrySimulator["Service"]
  readonly server: EppServer
}>()("@namewright/registry-epp/test/Registrars") {
  static readonly layer = (
    settings: Partial<SimulatorSettings> = {},
    { profile = namewright, subProducts, tlds = contractTlds, zones = ["generic", "locked"], ...options }: {
      readonly backend?: string
      readonly subProducts?: EppServerOptions["subProducts"]
      readonly profile?: RegistryProfile
      readonly tlds?: ReadonlyArray<TldSpec>
      readonly zones?: ReadonlyArray<string>
    } = {}
  ) =>
    Layer.effect(
      Registrars,
      Effect.gen(function*() {
        const backend = options.backend ?? contractBackends.generic
        const server = yield* listening(backend, subProducts)
        const registrar = (id: string) => registrarOf(id, server, backend, profile, zones)
        return {
          ours: yield* registrar("ours"),
          theirs: yield* registrar("theirs"),
          third: yield* registrar("third"),
          simulator: yield* RegistrySimulator,
          server
        }
      })
    ).pipe(
      Layer.provide(RegistrySimulator.layerWith({ unknown_names: "missing", ...settings })),
      Layer.provide(TldCatalog.layerOf(tlds, [])),
      Layer.provide(RegistrySessionSlots.layerLocal),
      Layer.provide(memoryDatabase())
    )
}

export const password = "Correct-Horse-1"

/** What went over the wire in the tests of a file, in its order. */
export const frames: Array<{ readonly direction: "received" | "sent"; readonly document: string }> = []

const listening = (registry: string, subProducts: EppServerOptions["subProducts"]) =>
  Effect.provideServiceEffect(
    eppServer({
      port: 0,
      registry,
      ...(subProducts === undefined ? {} : { subProducts }),
      registrars: ["ours", "theirs", "third"].map((clientId) => ({ clientId, password: Redacted.make(password) })),
      tls: { certificate: serverCertificate, key: serverKey },
      // No session is looked at before days have really passed.
      limits: { idleMillis: 2e9, failedLoginMillis: 0 },
      onFrame: (direction, document) => frames.push({ direction, document })
    }),
    Clock.Clock,
    registryClock
  )

const registrarOf = Effect.fnUntraced(function*(
  id: string,
  { host, port }: EppServer,
  key: string,
  profile: RegistryProfile,
  zones: ReadonlyArray<string>
) {
  const client = yield* TestClock.withLive(eppPool({
    name: `${key} ${id}`,
    endpoint: { host, port, tls: { ca: testAuthority } },
    credentials: fixedCredentials(id, Redacted.make(password)),
    wanted: { objects: profile.objects, extensions: profile.extensions, language: "en" },
    limits: { sessions: 2 }
  }))
  const account_id = RegistryAccountId.make("registry_account_00000000000000000000000000")
  const registrar: Registrar = {
    id,
    client,
    registry: eppRegistry({ key, account_id, client, profile, registrar: id, zones })
  }
  if (profile.contacts.roles.length > 0) yield* makeContact(registrar, id)
  return registrar
})

export const makeContact = (registrar: Registrar, id: string) =>
  answers(registrar, {
    _tag: "ContactCreate",
    id,
    postalInfos: [{
      type: "int",
      name: "Ada Lovelace",
      address: { street: ["12 St James's Square"], city: "London", country: "GB" }
    }],
    email: "ada@example.org",
    authInfo: { password }
  }, 1000)

/** Sends a command through the registrar's pool. */
export const say = ({ client }: Registrar, command: EppCommand): Effect.Effect<EppResponse> =>
  Effect.orDie(
    isQuery(command)
      ? client.query(command)
      : Effect.flatMap(newCommandId, (clTRID) => client.transform(command, clTRID))
  )

/** Sends a command and asserts the code of its answer. */
export const answers = Effect.fnUntraced(function*(registrar: Registrar, command: EppCommand, code: number) {
  const response = yield* say(registrar, command)
  const [{ code: actual, message }] = response.results
  assert.strictEqual(actual, code, `${command._tag}: ${message}`)
  return response
})

/** A registration for a year, with the registrar's own contact in every role. */
export const creation = (
  { id }: Registrar,
  name: string,
  changes: Partial<DomainCreate> = {}
): DomainCreate => ({
  _tag: "DomainCreate",
  name,
  period: { value: 1, unit: "y" },
  registrant: id,
  contacts: [{ type: "admin", id }, { type: "tech", id }],
  authInfo: { password },
  ...changes
})

export const register = (registrar: Registrar, name: string, changes?: Partial<DomainCreate>) =>
  answers(registrar, creation(registrar, name, changes), 1000)

/** True if the name is available. */
export const isFree = (registrar: Registrar, name: string): Effect.Effect<boolean> =>
  Effect.map(say(registrar, { _tag: "DomainInfo", name }), ({ results: [{ code }] }) => code === 2303)

/** A domain as the registrar sees it. */
export interface Shown {
  readonly data: DomainData
  readonly statuses: ReadonlyArray<string>
  /** Its grace periods, and the states of a restore. */
  readonly rgp: ReadonlyArray<string>
  readonly response: EppResponse
}

export const shown = Effect.fnUntraced(function*(registrar: Registrar, name: string, more: Partial<DomainInfo> = {}) {
  const response = yield* answers(registrar, { _tag: "DomainInfo", name, ...more }, 1000)
  const { data, extension: { rgp = [] } } = response
  if (data?._tag !== "DomainData") return assert.fail(`No data of ${name} came`)
  const view: Shown = {
    data,
    statuses: data.statuses.map(({ status }) => status),
    rgp: rgp.map(({ status }) => status),
    response
  }
  return view
})

/** Reads and acknowledges a whole queue. */
export const emptied = Effect.fnUntraced(function*(registrar: Registrar) {
  const messages: Array<EppResponse> = []
  while (true) {
    const message = yield* say(registrar, { _tag: "PollRequest" })
    if (message.queue === undefined) return messages
    messages.push(message)
    yield* say(registrar, { _tag: "PollAcknowledgement", messageId: message.queue.id })
  }
})

const invalid = /<result code="2001">/
const transaction = /<clTRID>(.*)<\/clTRID>/

/**
 * Validates all documents of the tests before by the schemas: they are valid, except for the commands that the server
 * refused as invalid, which are invalid by the schemas too.
 */
export const framesKeepToSchemas = (): void => {
  describe("the documents of these tests", () => {
    afterAll(() => {
      frames.length = 0
    })

    it("are valid, but for those that were refused as invalid", () => {
      const refused = new Set(
        frames.flatMap(({ direction, document }) =>
          direction === "sent" && invalid.test(document) ? [transaction.exec(document)?.[1]] : []
        )
      )
      const isRefused = (document: string) => refused.has(transaction.exec(document)?.[1] ?? "none")
      const received = frames.flatMap(({ direction, document }) => direction === "received" ? [document] : [])
      const sent = frames.flatMap(({ direction, document }) => direction === "sent" ? [document] : [])
      assert.isAbove(sent.length, 10)
      assert.deepStrictEqual(schemaProblems([...sent, ...received.filter((document) => !isRefused(document))]), [])
      const wrong = received.filter(isRefused)
      if (wrong.length > 0) assert.deepStrictEqual([...validDocuments(wrong)], [])
    })
  })
}
