import { CreateUser } from "@namewright/core/access"
import { TrustedOrganizations } from "@namewright/core/dns"
import {
  balanceAlertKey,
  OpenVatOutcome,
  OrganizationLimits,
  OrganizationOperations,
  VatChecks
} from "@namewright/core/organizations"
import { Instant, limits as bounds, Money, OrganizationId } from "@namewright/core/shared"
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { CommandFailed } from "../CommandFailed.ts"
import { createdWithOwner } from "../createdWithOwner.ts"
import { onPlatform, platformFlags } from "../onPlatform.ts"
import { organizationFlag } from "../organizationFlag.ts"
import { passwordFlag, passwordFrom, passwordLine, passwordSources } from "../passwordSource.ts"
import { chosenSettings, settingFlags } from "../settingFlags.ts"

const described = (name: string, description: string) => Flag.String(name).pipe(Flag.withDescription(description))

/** Flags of an organization's owner, who alone can assign the role admin. */
const ownerFlags = {
  owner: described("owner", "Username of the owner, a person who signs in").pipe(
    Flag.withSchema(CreateUser.fields.username),
    Flag.optional
  ),
  ownerEmail: described("owner-email", "Email address of the owner").pipe(
    Flag.withSchema(CreateUser.fields.email),
    Flag.optional
  ),
  ownerFirstName: described("owner-first-name", "First name of the owner").pipe(
    Flag.withSchema(CreateUser.fields.first_name),
    Flag.optional
  ),
  ownerLastName: described("owner-last-name", "Last name of the owner").pipe(
    Flag.withSchema(CreateUser.fields.last_name),
    Flag.optional
  ),
  ownerLocale: described("owner-locale", "Language and country of the owner, like en_GB [en]").pipe(
    Flag.withSchema(CreateUser.fields.locale),
    Flag.withDefault("en")
  ),
  ownerPassword: passwordFlag(passwordSources, "owner-password")
}

interface OwnerChoice {
  readonly owner: Option.Option<string>
  readonly ownerEmail: Option.Option<string>
  readonly ownerFirstName: Option.Option<string>
  readonly ownerLastName: Option.Option<string>
  readonly ownerLocale: string
  readonly ownerPassword: (typeof passwordSources)[number]
}

/** Owner by the flags; undefined without owner flags. */
const ownerOf = Effect.fnUntraced(function*(flags: OwnerChoice) {
  const needed = {
    owner: flags.owner,
    "owner-email": flags.ownerEmail,
    "owner-first-name": flags.ownerFirstName,
    "owner-last-name": flags.ownerLastName
  }
  const missing = Object.entries(needed).flatMap(([name, value]) => Option.isNone(value) ? [`--${name}`] : [])
  if (missing.length === Object.keys(needed).length) return undefined
  if (missing.length > 0) return yield* new CommandFailed({ message: `An owner needs ${missing.join(", ")} as well` })
  return {
    username: Option.getOrThrow(flags.owner),
    email: Option.getOrThrow(flags.ownerEmail),
    first_name: Option.getOrThrow(flags.ownerFirstName),
    last_name: Option.getOrThrow(flags.ownerLastName),
    locale: flags.ownerLocale,
    password: yield* passwordFrom[flags.ownerPassword]
  }
})

const create = Command.make(
  "create",
  {
    ...platformFlags,
    ...settingFlags("vatRegister"),
    name: Flag.String("name").pipe(Flag.withDescription("Name of the organization")),
    country: Flag.String("country").pipe(Flag.withDescription("Country, two letters (ISO 3166-1)"), Flag.optional),
    currency: Flag.Literals("currency", ["EUR", "USD"]).pipe(
      Flag.withDescription("Currency of its account [EUR]"),
      Flag.withDefault("EUR")
    ),
    credit: Flag.String("credit").pipe(
      Flag.withMetavar("AMOUNT"),
      Flag.withDescription("Initial credit, like 250.00 [0.00]"),
      Flag.withDefault("0.00")
    ),
    ...ownerFlags
  },
  Effect.fnUntraced(function*(flags) {
    const starting_credit = Money.fromDecimal(flags.credit)
    if (starting_credit === undefined || starting_credit < 0) {
      return yield* new CommandFailed({ message: `--credit: expected an amount like 250.00, got "${flags.credit}"` })
    }
    const owner = yield* ownerOf(flags)
    const made = yield* onPlatform(
      yield* chosenSettings(flags),
      createdWithOwner({
        name: flags.name,
        country_code: Option.getOrNull(flags.country),
        currency: flags.currency,
        starting_credit
      }, owner)
    )
    const lines = owner === undefined ? [] : passwordLine(flags.ownerPassword, owner.password)
    yield* Console.log([made.organization_id, ...lines].join("\n"))
  })
).pipe(
  Command.withDescription("Create a parent organization, print its id, and the owner's password if it was generated")
)

const trusting = (name: "trust" | "distrust", description: string, done: string) =>
  Command.make(
    name,
    {
      ...platformFlags,
      organization: Argument.String("organization").pipe(
        Argument.withDescription("Id of the organization"),
        Argument.withSchema(OrganizationId)
      )
    },
    Effect.fnUntraced(function*({ organization, ...flags }) {
      yield* onPlatform(
        yield* chosenSettings(flags),
        Effect.flatMap(TrustedOrganizations, (trusted) => trusted.set(organization, name === "trust"))
      )
      yield* Console.log(`${organization} ${done}; a running server adapts its zones`)
    })
  ).pipe(Command.withDescription(description))

const trust = trusting(
  "trust",
  "Serve zones of an organization before it has proven their ownership",
  "is trusted"
)
const distrust = trusting(
  "distrust",
  "Serve only those zones of an organization whose ownership is proven",
  "is not trusted"
)

/** Limit of a flag: unchanged without it, removed by `none`. */
const limitOf = <A>(given: Option.Option<string>, read: (text: string) => A | undefined, name: string) =>
  Option.match(given, {
    onNone: () => Effect.succeed({}),
    onSome: (text) => {
      const value = text === "none" ? null : read(text)
      return value === undefined
        ? Effect.fail(new CommandFailed({ message: `--${name}: expected a limit or none, got "${text}"` }))
        : Effect.succeed({ value })
    }
  })

const amount = (text: string) => {
  const read = Money.fromDecimal(text)
  return read === undefined || read < 0 || read > bounds.monthlySpend ? undefined : read
}

const count = (text: string) =>
  /^\d{1,9}$/.test(text) && Number(text) <= bounds.limitedDomains ? Number(text) : undefined

const limits = Command.make(
  "limits",
  {
    ...platformFlags,
    organization: organizationFlag,
    spend: Flag.String("monthly-spend").pipe(
      Flag.withMetavar("AMOUNT"),
      Flag.withDescription("Highest sum of the charges of a month with tax, like 250.00, or none"),
      Flag.optional
    ),
    domains: Flag.String("domains").pipe(
      Flag.withMetavar("NUMBER"),
      Flag.withDescription("Highest number of domains, or none"),
      Flag.optional
    )
  },
  Effect.fnUntraced(function*({ domains, organization, spend, ...flags }) {
    const monthly = yield* limitOf(spend, amount, "monthly-spend")
    const most = yield* limitOf(domains, count, "domains")
    const patch = {
      ...("value" in monthly ? { monthly_spend: monthly.value } : {}),
      ...("value" in most ? { domains: most.value } : {})
    }
    const isRead = Object.keys(patch).length === 0
    const view = yield* onPlatform(
      yield* chosenSettings(flags),
      OrganizationLimits.use((service) =>
        isRead ? service.getFor(organization) : service.updateFor(organization, patch)
      )
    )
    const spendLimit = view.monthly_spend === null ? "no limit" : Money.toDecimal(view.monthly_spend)
    yield* Console.log([
      `monthly spend  ${Money.toDecimal(view.spent_this_month)} ${view.currency} of ${spendLimit}`,
      `domains  ${view.domain_count} of ${view.domains ?? "no limit"}`
    ].join("\n"))
  })
).pipe(Command.withDescription("Show the limits of an organization, and set those that are given"))

const alert = Command.make(
  "alert",
  {
    ...platformFlags,
    organization: organizationFlag,
    below: Flag.String("below").pipe(
      Flag.withMetavar("AMOUNT"),
      Flag.withDescription("Balance like 50.00 in the currency of its account, or none")
    )
  },
  Effect.fnUntraced(function*({ below, organization, ...flags }) {
    if (below !== "none" && Money.fromDecimal(below) === undefined) {
      return yield* new CommandFailed({ message: `--below: expected an amount like 50.00, or none, got "${below}"` })
    }
    const value = below === "none" ? null : below
    yield* onPlatform(
      yield* chosenSettings(flags),
      OrganizationOperations.use((operations) =>
        operations.setAttribute(organization, { key: balanceAlertKey, value, private: false, protected: false })
      )
    )
    yield* Console.log(
      value === null ? `${organization} is not notified` : `${organization} is notified below ${below}`
    )
  })
).pipe(Command.withDescription("Notify an organization when its balance falls below an amount"))

const vatChecks = Command.make(
  "vat-checks",
  {
    ...platformFlags,
    outcome: Flag.Literals("outcome", OpenVatOutcome.literals).pipe(
      Flag.withDescription("Only those with this outcome"),
      Flag.optional
    ),
    page: Flag.Int("page").pipe(Flag.withDescription("Page of 100 numbers"), Flag.withDefault(1))
  },
  Effect.fnUntraced(function*({ outcome, page, ...flags }) {
    const { items, total } = yield* onPlatform(
      yield* chosenSettings(flags),
      VatChecks.use((checks) =>
        checks.list(Option.getOrUndefined(outcome), { page: Math.max(1, page), page_size: 100 })
      )
    )
    for (const check of items) {
      const time = check.due_on === null
        ? check.vat_checked_on === null ? [] : [`checked ${Instant.format(check.vat_checked_on)}`]
        : [`due ${Instant.format(check.due_on)}`]
      yield* Console.log([check.outcome, check.organization_id, check.vat_number, ...time].join("  "))
    }
    yield* Console.log(`${items.length} of ${total}`)
  })
).pipe(Command.withDescription("List VAT numbers that the register has not confirmed"))

export const organizations = Command.make("organizations").pipe(
  Command.withDescription("The customers of this installation"),
  Command.withSubcommands([create, alert, limits, trust, distrust, vatChecks])
)
