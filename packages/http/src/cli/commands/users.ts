import { asSystem, CreateUser, type User, UserOperations, Users } from "@namewright/core/access"
import { UserSessions } from "@namewright/core/people"
import { Transaction } from "@namewright/core/shared"
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { CommandFailed } from "../CommandFailed.ts"
import { mailing, mailingFlags, onPlatform, platformFlags } from "../onPlatform.ts"
import { organizationFlag } from "../organizationFlag.ts"
import { passwordFlag, passwordFrom, passwordLine, passwordSources } from "../passwordSource.ts"
import { chosenSettings } from "../settingFlags.ts"

const user = Flag.String("user").pipe(
  Flag.withMetavar("NAME"),
  Flag.withDescription("Username, email address or id of the user")
)

/** User by username, email address or id. */
const found = Effect.fnUntraced(function*(login: string) {
  const operations = yield* UserOperations
  const match = yield* operations.find(login)
  return Option.isSome(match) ? match.value : yield* new CommandFailed({ message: `No user ${login}` })
})

/** Runs work as the platform itself in the user's organization. */
const forUser = <A, E extends { readonly message: string }, R>(
  login: string,
  work: (user: User, users: Users["Service"]) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function*() {
    const account = yield* found(login)
    const users = yield* Users
    return yield* asSystem(account.organization_id, work(account, users))
  })

const create = Command.make(
  "create",
  {
    ...mailingFlags,
    organization: organizationFlag,
    username: Flag.String("username").pipe(
      Flag.withDescription("Username of the user"),
      Flag.withSchema(CreateUser.fields.username)
    ),
    email: Flag.String("email").pipe(
      Flag.withDescription("Email address of the user, also for sign-in"),
      Flag.withSchema(CreateUser.fields.email)
    ),
    firstName: Flag.String("first-name").pipe(Flag.withSchema(CreateUser.fields.first_name)),
    lastName: Flag.String("last-name").pipe(Flag.withSchema(CreateUser.fields.last_name)),
    locale: Flag.String("locale").pipe(
      Flag.withDescription("Language and country, like en_GB [en]"),
      Flag.withSchema(CreateUser.fields.locale),
      Flag.withDefault("en")
    ),
    role: Flag.String("role").pipe(
      Flag.withDescription("A built-in role, or the label of a custom one [viewer]"),
      Flag.withDefault("viewer")
    ),
    password: passwordFlag(
      [...passwordSources, "none"],
      "password",
      "Source of the password: generated and printed once, a prompt, STDIN, or none, to invite the user by mail [generate]"
    )
  },
  Effect.fnUntraced(function*(flags) {
    const newPassword = flags.password === "none" ? undefined : yield* passwordFrom[flags.password]
    const { email, firstName: first_name, lastName: last_name, locale, username } = flags
    const made = yield* onPlatform(
      mailing(yield* chosenSettings(flags)),
      Effect.gen(function*() {
        const users = yield* Users
        const { atomically } = yield* Transaction
        const work = Effect.gen(function*() {
          const { user_id } = yield* users.create({
            username,
            email,
            first_name,
            last_name,
            locale,
            password: newPassword ?? null
          })
          yield* users.assignRole(user_id, flags.role)
          return user_id
        })
        return yield* asSystem(flags.organization, atomically(work))
      })
    )
    yield* Console.log([`Id: ${made}`, ...(newPassword ? passwordLine(flags.password, newPassword) : [])].join("\n"))
  })
).pipe(Command.withDescription("Create a user who can sign in, and print a generated password once"))

const invite = Command.make(
  "invite",
  { ...mailingFlags, user },
  Effect.fnUntraced(function*(flags) {
    yield* onPlatform(
      mailing(yield* chosenSettings(flags)),
      forUser(flags.user, ({ user_id }, users) => users.invite(user_id))
    )
    yield* Console.log(`${flags.user} gets a mail with a link to set a password`)
  })
).pipe(Command.withDescription("Send a user without a password the invitation again; earlier links end"))

const list = Command.make(
  "list",
  { ...platformFlags, organization: organizationFlag },
  Effect.fnUntraced(function*(flags) {
    const { items, total } = yield* onPlatform(
      yield* chosenSettings(flags),
      Effect.flatMap(Users, (users) =>
        asSystem(
          flags.organization,
          users.list({}, { by: "username", order: "asc" }, { page: 1, page_size: 1000 })
        ))
    )
    for (const { email, first_name, last_name, role, user_id, username } of items) {
      yield* Console.log([user_id, role ?? "no role", username, email, `${first_name} ${last_name}`].join("  "))
    }
    if (total > items.length) yield* Console.log(`and ${total - items.length} more`)
  })
).pipe(Command.withDescription("List the users of an organization with their roles"))

const password = Command.make(
  "password",
  {
    ...mailingFlags,
    user,
    password: passwordFlag(passwordSources),
    removeSecondFactor: Flag.Boolean("remove-second-factor").pipe(
      Flag.withDescription("Removes authenticator, passkeys and backup codes, for a user who has lost the device"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function*(flags) {
    const newPassword = yield* passwordFrom[flags.password]
    yield* onPlatform(
      mailing(yield* chosenSettings(flags)),
      Effect.gen(function*() {
        const operations = yield* UserOperations
        const { atomically } = yield* Transaction
        const account = yield* found(flags.user)
        yield* atomically(Effect.gen(function*() {
          yield* operations.setPassword(account, newPassword)
          if (flags.removeSecondFactor) yield* operations.removeSecondFactor(account)
        }))
      })
    )
    yield* Console.log([`${flags.user} has a new password`, ...passwordLine(flags.password, newPassword)].join("\n"))
  })
).pipe(Command.withDescription("Set a user's password; sessions end, connected programs stay connected"))

const role = Command.make(
  "role",
  {
    ...platformFlags,
    user,
    role: Flag.String("role").pipe(
      Flag.withDescription("A built-in role, the label of a custom one, or none")
    )
  },
  Effect.fnUntraced(function*(flags) {
    const wanted = flags.role === "none" ? null : flags.role
    yield* onPlatform(
      yield* chosenSettings(flags),
      forUser(flags.user, ({ user_id }, users) => users.assignRole(user_id, wanted))
    )
    yield* Console.log(`${flags.user} has ${wanted === null ? "no role" : `the role ${wanted}`}`)
  })
).pipe(Command.withDescription("Assign or remove a user's role"))

const remove = Command.make(
  "delete",
  { ...platformFlags, user },
  Effect.fnUntraced(function*(flags) {
    yield* onPlatform(
      yield* chosenSettings(flags),
      forUser(flags.user, ({ user_id }, users) => users.remove(user_id))
    )
    yield* Console.log(`${flags.user} is deleted`)
  })
).pipe(Command.withDescription("Delete a user"))

const secondFactors = Command.make(
  "second-factors",
  { ...platformFlags, user },
  Effect.fnUntraced(function*(flags) {
    const state = yield* onPlatform(
      yield* chosenSettings(flags),
      Effect.gen(function*() {
        const operations = yield* UserOperations
        return yield* operations.secondFactors(yield* found(flags.user))
      })
    )
    const { authenticator, backup_codes, passkeys } = Option.getOrElse(
      state,
      () => ({ authenticator: false, passkeys: 0, backup_codes: null })
    )
    yield* Console.log(
      [
        `Authenticator: ${authenticator ? "yes" : "no"}`,
        `Passkeys: ${passkeys}`,
        `Unused backup codes: ${backup_codes ?? "none"}`
      ].join("\n")
    )
  })
).pipe(Command.withDescription("Show which second factors a user has, without secrets"))

const signOut = Command.make(
  "sign-out",
  { ...platformFlags, user },
  Effect.fnUntraced(function*(flags) {
    yield* onPlatform(
      yield* chosenSettings(flags),
      Effect.gen(function*() {
        const sessions = yield* UserSessions
        yield* sessions.endAll((yield* found(flags.user)).user_id)
      })
    )
    yield* Console.log(`${flags.user} is signed out in all browsers`)
  })
).pipe(Command.withDescription("End all sessions of a user; connected programs stay connected"))

const owner = Command.make(
  "owner",
  { ...platformFlags, user },
  Effect.fnUntraced(function*(flags) {
    yield* onPlatform(
      yield* chosenSettings(flags),
      Effect.gen(function*() {
        const operations = yield* UserOperations
        yield* operations.makeOwner(yield* found(flags.user))
      })
    )
    yield* Console.log(`${flags.user} is the owner of its organization`)
  })
).pipe(Command.withDescription("Make a user the owner of its organization; the owner before becomes an administrator"))

export const users = Command.make("users").pipe(
  Command.withDescription("Users of an organization, who sign in"),
  Command.withSubcommands([create, invite, list, password, secondFactors, role, owner, remove, signOut])
)
