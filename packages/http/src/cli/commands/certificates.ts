import { certificateOwner } from "@namewright/core/branding"
import {
  type Certificate,
  type CertificateInUse,
  CertificateName,
  Certificates,
  CertificateStore
} from "@namewright/core/certificates"
import { Instant } from "@namewright/core/shared"
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { CommandFailed } from "../CommandFailed.ts"
import { onPlatform, platformFlags } from "../onPlatform.ts"
import { chosenSettings } from "../settingFlags.ts"

/** Certificates that are read at once. */
const perPage = 500

const name = Flag.String("name").pipe(
  Flag.withMetavar("NAME"),
  Flag.withDescription("A name of the certificate: a host, or a wildcard such as '*.example.com'"),
  Flag.withSchema(CertificateName)
)

const stateOf = ({ error_code, expires_on, order_step }: Certificate): string => {
  const issued = expires_on === null ? "not issued" : `until ${Instant.format(expires_on)}`
  const order = order_step === "none" ? [] : [`order ${order_step}`]
  return [issued, ...order, ...(error_code === null ? [] : [error_code])].join(", ")
}

const line = (certificate: Certificate): string =>
  [certificate.certificate_id, certificate.names.join(","), stateOf(certificate)].join("  ")

const noneWith = (missing: CertificateName) => new CommandFailed({ message: `No certificate has the name ${missing}` })

const list = Command.make(
  "list",
  platformFlags,
  Effect.fnUntraced(function*(flags) {
    yield* onPlatform(
      yield* chosenSettings(flags),
      Effect.gen(function*() {
        const store = yield* CertificateStore
        for (let after = "";;) {
          const page = yield* store.page(after, perPage)
          for (const certificate of page) yield* Console.log(line(certificate))
          const last = page.at(-1)
          if (last === undefined || page.length < perPage) return
          after = last.names.join(" ")
        }
      })
    )
  })
).pipe(Command.withDescription("List the certificates, with their state"))

const shown = (certificate: Certificate, owners: ReadonlyArray<string>): string => {
  const time = (instant: Instant.Instant | null) => instant === null ? "-" : Instant.format(instant)
  const facts: ReadonlyArray<readonly [string, string]> = [
    ["Certificate", certificate.certificate_id],
    ["Names", certificate.names.join(", ")],
    ["Needed by", owners.join(", ") || "-"],
    ["Organization", certificate.organization_id ?? "-"],
    ["Authority", certificate.authority ?? "-"],
    ["Issued", time(certificate.issued_on)],
    ["Expires", time(certificate.expires_on)],
    ["Renewal", time(certificate.renew_on)],
    ["Order", certificate.order_url ?? certificate.order_step],
    ["Next job", time(certificate.due_on)],
    ["Failures", `${certificate.failures} of orders, ${certificate.check_failures} of checks before them`],
    ["Last error", [certificate.error_code, certificate.error_message].filter(Boolean).join(": ") || "-"]
  ]
  return facts.map(([about, fact]) => `${about.padEnd(12)}  ${fact}`).join("\n")
}

const show = Command.make(
  "show",
  { ...platformFlags, name },
  Effect.fnUntraced(function*(flags) {
    yield* onPlatform(
      yield* chosenSettings(flags),
      Effect.gen(function*() {
        const store = yield* CertificateStore
        const found = yield* store.withName(flags.name)
        if (found.length === 0) return yield* noneWith(flags.name)
        const texts = yield* Effect.forEach(
          found,
          (certificate) =>
            Effect.map(store.ownersOf(certificate.certificate_id), (owners) => shown(certificate, owners))
        )
        yield* Console.log(texts.join("\n\n"))
      })
    )
  })
).pipe(Command.withDescription("Print the certificates with a name, their orders and last errors"))

const renew = Command.make(
  "renew",
  { ...platformFlags, name },
  Effect.fnUntraced(function*(flags) {
    const renewed = yield* onPlatform(
      yield* chosenSettings(flags),
      Certificates.use((certificates) => certificates.renew(flags.name))
    )
    if (renewed.length === 0) return yield* noneWith(flags.name)
    for (const certificate of renewed) {
      yield* Console.log(`${certificate.certificate_id} is ordered by the next free worker`)
    }
  })
).pipe(
  Command.withDescription("Order the certificates with a name again now; counts against the limits of authorities")
)

/** Brands have their hosts served without another order of the certificate. */
const isOfBrands = (owner: string): boolean => owner === certificateOwner

const inUse = ({ names, owners }: CertificateInUse): CommandFailed => {
  const next = owners.some(isOfBrands) ? "`certificates renew` replaces it and its key" : "--force removes it"
  return new CommandFailed({
    message: `The certificate of ${names.join(", ")} is needed by ${owners.join(", ")}; ${next}`
  })
}

const release = Command.make(
  "release",
  {
    ...platformFlags,
    name,
    force: Flag.Boolean("force").pipe(
      Flag.withDescription(
        "Also remove certificates that a feature needs, except brands; it orders them again when it is set up again"
      ),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function*(flags) {
    const removed = yield* onPlatform(
      yield* chosenSettings(flags),
      Effect.mapError(
        Certificates.use(({ discard }) => discard(flags.name, (owner) => flags.force && !isOfBrands(owner))),
        inUse
      )
    )
    if (removed.length === 0) return yield* noneWith(flags.name)
    for (const { certificate_id } of removed) yield* Console.log(`${certificate_id} is removed`)
  })
).pipe(
  Command.withDescription("Remove the certificates with a name that no feature needs, such as of a former base URL")
)

export const certificates = Command.make("certificates").pipe(
  Command.withDescription("Certificates of hosts, and their orders"),
  Command.withSubcommands([list, show, renew, release])
)
