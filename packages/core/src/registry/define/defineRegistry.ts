import { Duration, Effect, Option, Predicate, Result } from "effect"
import { ConfigurationError, type DomainName } from "../../shared/index.ts"
import type { NameAvailability, Registry, RegistryCapabilities } from "../Registry.ts"
import { type CommandError, type QueryError, RegistryRefusal } from "../RegistryError.ts"
import { accountIdOf, type RegistryMethod } from "../simulator/index.ts"
import { type DriverCall, query, transform } from "./callDriver.ts"
import { definitionProblems } from "./definitionProblems.ts"
import { toPlain } from "./plainValues.ts"
import { type RegistryCapability, registryMethods } from "./RegistryCapability.ts"
import type { RegistryCall, RegistryDefinition, RegistryDriver } from "./RegistryDefinition.ts"
import { type ResultReader, results } from "./registryResults.ts"

const defaultLag = Duration.minutes(1)
const defaultTimeout = Duration.seconds(30)

/**
 * Makes a registry driver of functions that return promises of plain values. Each gets `(command, { signal })`; a command
 * is called once, and never repeated without a look at the registry. Throw `registryRefusal` for a refusal and
 * `registryUnavailable` for a command that was not carried out. After any other error, an invalid result or the time
 * limit, the platform looks the outcome of a command up with `infoDomain`. Commands without a function are refused as
 * `unsupported`. Throws a `ConfigurationError` with every problem of the definition.
 *
 * @example
 * const acme = defineRegistry({
 *   name: "acme",
 *   checkDomains: async ({ names }) => names.map((name) => ({ name, available: !taken.has(name) })),
 *   infoDomain: async ({ name }) => taken.get(name) ?? null,
 *   createDomain: async ({ name, period }, { signal }) => client.register(name, period.value, { signal })
 * })
 * createPlatform({ storage, registries: { acme } })
 */
export const defineRegistry = (definition: RegistryDefinition): RegistryDriver => {
  const problems = definitionProblems(definition)
  if (problems.length > 0) throw new ConfigurationError(problems)
  const name = definition.name ?? "registry driver"
  const commands = registryMethods.filter((method) => definition[method] !== undefined)
  const capabilities: ReadonlyArray<RegistryCapability> = [...commands, ...definition.capabilities ?? []]
  return {
    name,
    capabilities,
    registry: (backend, registrar = "platform") => ({
      key: backend,
      account_id: accountIdOf(backend, registrar),
      capabilities: portCapabilities(definition),
      ...portOf(definition, name)
    })
  }
}

/** The capabilities that services read, derived from the functions and settings. */
const portCapabilities = (definition: RegistryDefinition): RegistryCapabilities => {
  const { authCodes, capabilities = [], lookupLag = defaultLag, namesPerCheck = 1, restoreReports = false } = definition
  const lifetime = authCodes?.lifetime ?? null
  return {
    contact_objects: definition.createContact !== undefined,
    host_objects: definition.createHost !== undefined,
    names_per_check: namesPerCheck,
    poll: definition.nextMessage !== undefined && definition.acknowledgeMessage !== undefined,
    restore: definition.restoreDomain !== undefined,
    grace_statuses: capabilities.includes("gracePeriods"),
    restore_reports: restoreReports,
    lookup_lag: Duration.fromInputUnsafe(lookupLag),
    transfer_decisions: definition.approveTransfer !== undefined && definition.rejectTransfer !== undefined,
    auth_codes: {
      lifetime: lifetime === null ? null : Duration.fromInputUnsafe(lifetime),
      absent_at_creation: authCodes?.absent_at_creation ?? true,
      removable: authCodes?.removable ?? true,
      verifiable: authCodes?.verifiable ?? false
    },
    auth_code_requests: definition.requestAuthCode !== undefined,
    releases: definition.releaseDomain !== undefined,
    verification_reports: definition.reportVerification !== undefined
  }
}

const unsupported = (method: RegistryMethod) =>
  new RegistryRefusal({
    reason: "unsupported",
    result_code: 2101,
    text: `The registry does not support this command (${method})`
  })

/** A reader of a result that is null for a missing object. */
const orNone = <A>(read: ResultReader<A>, defaults: Partial<A>) => (value: unknown) =>
  value === null ? Result.succeed(Option.none<A>()) : Result.map(read(value, defaults), Option.some)

const portOf = (
  definition: RegistryDefinition,
  driver: string
): Omit<Registry, "key" | "account_id" | "capabilities"> => {
  const timeout = Duration.fromInputUnsafe(definition.timeout ?? defaultTimeout)

  /** A call of a function, or the refusal of one that is absent. */
  const ofMethod = <A, E>(
    method: RegistryMethod,
    argument: object,
    run: (call: DriverCall) => Effect.Effect<A, E>
  ): Effect.Effect<A, E | RegistryRefusal> => {
    const send: unknown = definition[method]
    if (!Predicate.isFunction(send)) return Effect.fail(unsupported(method))
    const plain = toPlain(argument)
    return run({
      name: `${driver} ${method}`,
      timeout,
      invoke: (signal) => Reflect.apply(send, definition, [plain, { signal } satisfies RegistryCall])
    })
  }

  const ask = <A>(
    method: RegistryMethod,
    argument: object,
    read: (value: unknown) => Result.Result<A, string>
  ): Effect.Effect<A, QueryError> => ofMethod(method, argument, (call) => query(call, read))

  const send = <C extends { readonly command_id: Parameters<typeof transform>[1] }, A>(
    method: RegistryMethod,
    read: ResultReader<A>,
    defaults: (command: C) => Partial<A> = () => ({})
  ) =>
  (command: C): Effect.Effect<A, CommandError> =>
    ofMethod(
      method,
      command,
      (call) => transform(call, command.command_id, (value) => read(value, defaults(command)))
    )

  return {
    checkDomains: (names, token) =>
      Effect.map(
        Effect.forEach(chunks(names, definition.namesPerCheck ?? 1), (some) =>
          ask("checkDomains", { names: some, ...(token === undefined ? {} : { allocation_token: token }) }, (value) =>
            availabilities(some, value))),
        (answers) =>
          answers.flat()
      ),
    infoDomain: (name, auth_code = undefined) =>
      ask("infoDomain", { name, auth_code: auth_code ?? null }, orNone(results.domain, { name })),
    createDomain: send("createDomain", results.created),
    renewDomain: send("renewDomain", results.renewed),
    updateDomain: send("updateDomain", results.accepted),
    deleteDomain: send("deleteDomain", results.deleted),
    restoreDomain: send("restoreDomain", results.accepted),
    requestTransfer: send("requestTransfer", results.requested),
    queryTransfer: (name, auth_code) =>
      ask("queryTransfer", { name, auth_code: auth_code ?? null }, orNone(results.transfer, { name })),
    cancelTransfer: send("cancelTransfer", results.accepted),
    approveTransfer: send("approveTransfer", results.accepted),
    rejectTransfer: send("rejectTransfer", results.accepted),
    requestAuthCode: send("requestAuthCode", results.issued),
    releaseDomain: send("releaseDomain", results.accepted),
    infoContact: (handle) => ask("infoContact", { handle }, orNone(results.contact, { handle })),
    createContact: send("createContact", results.contactCreated, ({ contact: { handle } }) => ({ handle })),
    deleteContact: send("deleteContact", results.accepted),
    reportVerification: send("reportVerification", results.accepted),
    infoHost: (hostname) => ask("infoHost", { hostname }, orNone(results.host, { hostname })),
    createHost: send("createHost", results.accepted),
    updateHost: send("updateHost", results.accepted),
    deleteHost: send("deleteHost", results.accepted),
    nextMessage: Effect.suspend(() => ask("nextMessage", {}, orNone(results.message, {}))),
    acknowledgeMessage: (message_id) => ask("acknowledgeMessage", { message_id }, () => Result.void)
  }
}

const chunks = (names: ReadonlyArray<DomainName>, size: number): ReadonlyArray<ReadonlyArray<DomainName>> =>
  Array.from({ length: Math.ceil(names.length / size) }, (_, index) => names.slice(index * size, (index + 1) * size))

/** The availabilities in the order of the names. A name without an answer is unchecked. */
const availabilities = (
  names: ReadonlyArray<DomainName>,
  value: unknown
): Result.Result<ReadonlyArray<NameAvailability>, string> => {
  if (!Array.isArray(value)) return Result.fail("expected a list")
  return Result.map(
    Result.all(value.map((item: unknown) => results.availability(item))),
    (answers) =>
      names.map((name) =>
        answers.find((answer) => answer.name === name) ?? {
          name,
          available: false,
          reason: null,
          error: "The registry did not answer for this name",
          premium: null,
          claims_key: null
        }
      )
  )
}
