import { type Clock, Layer, Logger, Predicate, Redacted, Result, Schema } from "effect"
import type { AvailabilitySettings } from "../availability/index.ts"
import { DnsName, generatedLabelLength } from "../dns/index.ts"
import { parseSender } from "../mail/index.ts"
import type { SimulatorSettings } from "../registry/index.ts"
import {
  type DnsSettings,
  expected,
  expectedBoolean,
  expectedCount,
  expectedDuration,
  expectedLayer,
  limits,
  type OptionCheck,
  type OptionChecks,
  optionProblems,
  problemsOfLayer,
  type WhitelabelSettings
} from "../shared/index.ts"
import { isHostLogger, isHostMeter, isHostTracer } from "../telemetry/index.ts"
import { specProblems, TldSpec } from "../tlds/index.ts"
import { invoicingProblems } from "./InvoicingOption.ts"
import { mailerProblems } from "./MailerOption.ts"
import { nameserversProblems } from "./NameserversOption.ts"
import { paymentsProblems } from "./PaymentsOption.ts"
import type { PlatformOptions } from "./PlatformOptions.ts"
import { pricingProblems } from "./PricingOption.ts"
import { registrarsProblems } from "./RegistrarsOption.ts"
import { registriesProblems } from "./RegistriesOption.ts"
import { reportFilesProblems } from "./ReportFilesOption.ts"

const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((one) => Predicate.isString(one) && one !== "")

const texts = (what: string) => expected(what, isTexts)

const storage: OptionCheck = (value) =>
  Layer.isLayer(value)
    ? problemsOfLayer(value).map((problem) => `.${problem}`)
    : ["expected sqlite({ filename }), postgres({ url }) or a layer of your own"]

const address: OptionCheck = (value) => {
  const url = Predicate.isString(value) ? URL.parse(value) : value instanceof URL ? value : null
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    return [`expected an http or https address, got ${JSON.stringify(value)}`]
  }
  return url.search === "" && url.hash === "" && url.username === "" && url.password === ""
    ? []
    : ["expected an address without credentials, query and fragment"]
}

const textOf = (secret: unknown): unknown => Redacted.isRedacted(secret) ? Redacted.value(secret) : secret

/** Not by `expected`, which repeats the value. */
const secret: OptionCheck = (value) => {
  const text = textOf(value)
  return Predicate.isString(text) && text.length >= 32 ? [] : ["expected at least 32 characters"]
}

const isSpec = Schema.is(TldSpec)

const tlds: OptionCheck = (value) =>
  Array.isArray(value)
    ? value.flatMap((spec: unknown, index) =>
      isSpec(spec)
        ? specProblems(spec).map((problem) => `.${spec.tlds[0].name}: ${problem}`)
        : [`entry ${index} is not a TLD specification`]
    )
    : ["expected a list of TLD specifications"]

/** Characters of a nameserver name that leave room for the label of an organization below it. */
const longestNameserver = limits.domainName.maximum - generatedLabelLength - 1

const isName = (value: unknown): value is string => Predicate.isString(value) && Result.isSuccess(DnsName.parse(value))
const name = expected("a name such as ns1.example.com", isName)

const names: OptionCheck = (value) => Array.isArray(value) ? value.flatMap(name) : ["expected a list of names"]

const nameservers: OptionCheck = (value) => {
  if (!Array.isArray(value) || value.length === 0) return ["expected at least one name"]
  return value.flatMap((one: unknown) =>
    isName(one) && one.length > longestNameserver
      ? [`expected at most ${longestNameserver} characters, got ${JSON.stringify(one)}`]
      : name(one)
  )
}

const anycast = expected(
  "{ ipv4: [...], ipv6: [...] }",
  (value) =>
    Predicate.isObject(value) && Predicate.hasProperty(value, "ipv4") && isTexts(value.ipv4) &&
    Predicate.hasProperty(value, "ipv6") && isTexts(value.ipv6)
)

const dnsChecks: OptionChecks<DnsSettings> = {
  nameservers,
  rname: name,
  anycast,
  parent_ds_ttl_seconds: expected(
    "a whole number of seconds, 0 or more",
    (value) => Number.isInteger(value) && Number(value) >= 0
  ),
  denial: expected("\"nsec\" or \"nsec3\"", (value) => value === "nsec" || value === "nsec3"),
  reserved: names,
  operators: texts("a list of organization ids")
}

const whitelabelChecks: OptionChecks<WhitelabelSettings> = {
  zone: name,
  addresses: (value) =>
    anycast(value).length > 0
      ? anycast(value)
      : expected("at least one address", (given) =>
        Predicate.isObject(given) && Object.values(given).some((list) =>
          Array.isArray(list) && list.length > 0
        ))(value),
  protected_terms: texts("a list of names")
}

/** The problems of a part begin with a dot, so that its path follows the one of the option. */
const part = <Options>(checks: OptionChecks<Options>): OptionCheck => (value) =>
  optionProblems<Options>(value, checks, {}).map((problem) =>
    problem.startsWith("options:") ? problem.slice(9) : `.${problem}`
  )

const duration = expectedDuration("60 seconds")

const simulatorChecks: OptionChecks<SimulatorSettings> = {
  unknown_names: expected(
    "\"registeredElsewhere\" or \"missing\"",
    (value) => value === "registeredElsewhere" || value === "missing"
  ),
  decision_time: duration,
  verification_time: duration,
  verification_hold_time: duration,
  dnssec_deferral_time: duration,
  currency: expected("a currency such as EUR", (value) => Predicate.isString(value) && /^[A-Z]{3}$/.test(value)),
  prices: expected("prices by registry suffix", Predicate.isObject),
  opening_balance: expected("minor units, or null", (value) => value === null || Number.isSafeInteger(value)),
  auth_code_lifetime: (value) => value === null ? [] : duration(value),
  reserved_labels: texts("a list of labels")
}

const availabilityChecks: OptionChecks<AvailabilitySettings> = {
  time_limit: duration,
  groups_at_once: expectedCount,
  cache_time: duration,
  cached_names: expectedCount
}

const clock = expected(
  "a Clock of Effect",
  (value) =>
    (["currentTimeMillisUnsafe", "currentTimeNanosUnsafe"] satisfies Array<keyof Clock.Clock>)
      .every((method) => Predicate.hasProperty(value, method) && Predicate.isFunction(value[method]))
)

/** A check for each option of the platform. A new option gets its check here, or does not compile. */
export const optionChecks: OptionChecks<PlatformOptions> = {
  storage,
  reportFiles: reportFilesProblems,
  registrars: registrarsProblems,
  registries: registriesProblems,
  claimsNotices: (value) => Predicate.isFunction(value) ? [] : expectedLayer("async (claimsKey) => notice")(value),
  simulator: part(simulatorChecks),
  availability: part(availabilityChecks),
  tlds,
  environment: expected("\"sandbox\" or \"production\"", (value) => value === "sandbox" || value === "production"),
  baseUrl: address,
  credentialCacheSeconds: expected(
    "a number of seconds, 0 or more",
    (value) => Number.isFinite(value) && Number(value) >= 0
  ),
  keyEncryptionSecret: secret,
  passwordHasher: expectedLayer("passwordHasher of @namewright/http"),
  svgRasterizer: expectedLayer("svgRasterizer of @namewright/http"),
  mailer: mailerProblems,
  payments: paymentsProblems,
  mailFrom: expected(
    "a sender such as \"Example Registrar <noreply@example.com>\"",
    (value) => Predicate.isString(value) && parseSender(value) !== undefined
  ),
  brandMailFrom: expected(
    "an address such as noreply@example.com",
    (value) => Predicate.isString(value) && parseSender(value)?.name === ""
  ),
  mailSpfDomain: expected(
    "a domain such as _spf.example.com",
    (value) => Predicate.isString(value) && /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/i.test(value)
  ),
  txtRecords: expectedLayer("publicTxtRecords() of @namewright/nameservers"),
  expiryMailDays: expected(
    "a list of whole days from 365 to -30",
    (value) => Array.isArray(value) && value.every((day) => Number.isInteger(day) && day <= 365 && day >= -30)
  ),
  webhookSender: expectedLayer("webhookSender of @namewright/http"),
  webhookLoopback: expectedBoolean,
  approvalPages: address,
  signInPages: address,
  ownPrograms: texts("a list of client ids"),
  dns: part(dnsChecks),
  whitelabel: part(whitelabelChecks),
  nameservers: nameserversProblems,
  aliasResolver: expectedLayer("publicAliasResolver() of @namewright/nameservers"),
  delegationLookup: expectedLayer("publicDelegationLookup() of @namewright/nameservers"),
  ownershipProof: expectedLayer("publicOwnershipProof() of @namewright/nameservers"),
  certificateAuthorities: expectedLayer("a layer of CertificateAuthorities"),
  publicRecords: expectedLayer("publicRecords() of @namewright/nameservers"),
  clock,
  suggestions: expected("a function of a query", Predicate.isFunction),
  invoicing: invoicingProblems,
  vatRegister: (value) => Predicate.isFunction(value) ? [] : expectedLayer("viesRegister() of @namewright/http")(value),
  pricing: (value) => pricingProblems(value).map((problem) => problem.replace(/^pricing(?:: )?/, "")),
  logger: expected("an object with the methods debug, info, warn and error", isHostLogger),
  tracer: expected("a Tracer of OpenTelemetry", isHostTracer),
  meter: expected("a Meter of OpenTelemetry", isHostMeter),
  loggers: expected("a list of loggers of Effect", (value) => Array.isArray(value) && value.every(Logger.isLogger))
}

/** Every problem of the options. */
export const platformProblems = (options: PlatformOptions): ReadonlyArray<string> =>
  optionProblems<PlatformOptions>(options, optionChecks, { required: ["storage"] })
