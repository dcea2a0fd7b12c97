import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import {
  makeHasAccounts,
  newLinkToken,
  type User,
  UserCredentialStore,
  type UserExists,
  type UserId,
  UserStore,
  userUpdated
} from "../access/index.ts"
import { mailLocaleOf, Mails, mailTemplates } from "../mail/index.ts"
import { makeObjectLog } from "../objectlog/index.ts"
import { RealmRecords } from "../realm/index.ts"
import { Entropy, Instant, limits, PrincipalOfWork, Text, Transaction } from "../shared/index.ts"
import { AddressChange, AddressLink, type AddressSide, isConfirmed, type ShownAddressChange } from "./AddressChange.ts"
import { credentialDigestOf } from "./credentialDigestOf.ts"
import { UserLinkEnded } from "./PeopleError.ts"
import { addressPage } from "./signInPages.ts"

const changeModel = "AddressChange"
const linkModel = "AddressLink"
const seconds = limits.userLinks.addressDays * 86_400

/** Changes of the addresses of users that wait for confirmations by links. */
export class AddressChanges extends Context.Service<AddressChanges, {
  /** Sends the links for a new change, in the caller's transaction. An earlier change of the user ends. */
  readonly begin: (
    user: User,
    email: string,
    confirmedAt: AddressChange["confirmed_at"],
    pages: string
  ) => Effect.Effect<void>
  /** The change of a link. None if it has ended. Changes nothing, because mail filters open links. */
  readonly find: (token: string) => Effect.Effect<Option.Option<ShownAddressChange>>
  /** Confirms a change at the address of the link. True if the user has the new address now. */
  readonly confirm: (token: string) => Effect.Effect<boolean, UserLinkEnded | UserExists>
  /** Ends a change by the link of either address. */
  readonly cancel: (token: string) => Effect.Effect<void, UserLinkEnded>
  /** The new address that a user waits for. */
  readonly pending: (user: UserId) => Effect.Effect<Option.Option<string>>
  readonly cancelOf: (user: UserId) => Effect.Effect<void>
}>()("@namewright/core/people/AddressChanges") {
  static readonly layer = Layer.effect(
    AddressChanges,
    Effect.gen(function*() {
      const records = yield* RealmRecords
      const credentials = yield* UserCredentialStore
      const users = yield* UserStore
      const mails = yield* Mails
      const entropy = yield* Entropy
      const log = yield* makeObjectLog
      const transaction = yield* Transaction
      const hasAccounts = yield* makeHasAccounts

      const cancelOf = (user: UserId) => records.removeOfUser([changeModel, linkModel], user)

      const put = (user_id: UserId, change: AddressChange) =>
        records.put(changeModel, user_id, encodeChange(change), seconds, { user_id })

      const begin = Effect.fn("AddressChanges.begin")(
        function*(user: User, new_email: string, confirmedAt: AddressChange["confirmed_at"], pages: string) {
          const { email: old_email, organization_id, user_id } = user
          const change_id = yield* entropy.uuidV4()
          const stored = Option.getOrThrow(yield* credentials.find(user_id))
          yield* cancelOf(user_id)
          yield* put(user_id, {
            change_id,
            old_email,
            new_email,
            confirmed_at: confirmedAt,
            confirmed: [],
            credentials: yield* credentialDigestOf(stored)
          })
          const send = Effect.fnUntraced(function*(side: AddressSide, to: string) {
            const token = yield* newLinkToken
            yield* records.put(linkModel, token, encodeLink({ user_id, change_id, side }), seconds, { user_id })
            yield* mails.send({
              cause: `address_change/${change_id}/${side}`,
              organization_id,
              to,
              locale: mailLocaleOf(user),
              template: side === "new" ? mailTemplates.addressConfirmation : mailTemplates.addressChangeRequested,
              values: {
                ...names(user),
                new_email,
                address_url: addressPage(pages, token),
                expires_on: DateTime.add(yield* Instant.now, { seconds })
              }
            })
          })
          yield* send("old", old_email)
          yield* send("new", new_email)
        }
      )

      /** The pending change of a user, with the user. */
      const changeOf = Effect.fnUntraced(function*(user_id: UserId) {
        const record = yield* records.find(changeModel, user_id)
        const change = Option.flatMap(record, ({ payload }) => decodeChange(payload))
        const stored = yield* credentials.find(user_id)
        if (Option.isNone(change) || Option.isNone(stored)) return Option.none()
        const isCurrent = Text.foldCase(stored.value.user.email) === Text.foldCase(change.value.old_email) &&
          (yield* credentialDigestOf(stored.value)) === change.value.credentials
        return isCurrent ? Option.some({ change: change.value, user: stored.value.user }) : Option.none()
      })

      const linkOf = Effect.fnUntraced(function*(token: string) {
        const record = yield* records.find(linkModel, token)
        const link = Option.flatMap(record, ({ payload }) => decodeLink(payload))
        if (Option.isNone(link)) return yield* new UserLinkEnded()
        const { change_id, side, user_id } = link.value
        const found = yield* changeOf(user_id)
        if (Option.isNone(found) || found.value.change.change_id !== change_id) return yield* new UserLinkEnded()
        if (!(yield* hasAccounts(found.value.user.organization_id))) return yield* new UserLinkEnded()
        return { ...found.value, side }
      })

      /** The same under the lock of the user, in an open transaction. */
      const lockedLinkOf = Effect.fnUntraced(function*(token: string) {
        yield* users.lock((yield* linkOf(token)).user.user_id)
        return yield* linkOf(token)
      })

      const apply = Effect.fnUntraced(function*(user: User, change: AddressChange) {
        const changed = { ...user, email: change.new_email, updated_on: yield* Instant.now }
        yield* users.update(changed)
        yield* Effect.provideService(
          log.record(userUpdated(user, changed)),
          PrincipalOfWork,
          Option.some({ type: "user" as const, id: user.user_id })
        )
        yield* cancelOf(user.user_id)
        yield* mails.send({
          cause: `address_changed/${change.change_id}`,
          organization_id: user.organization_id,
          to: change.old_email,
          locale: mailLocaleOf(user),
          template: mailTemplates.addressChanged,
          values: names(user)
        })
      })

      return AddressChanges.of({
        begin,
        find: Effect.fn("AddressChanges.find")((token) =>
          Effect.option(
            Effect.map(linkOf(token), ({ change, side, user }) => ({ ...change, side, username: user.username }))
          )
        ),
        confirm: Effect.fn("AddressChanges.confirm")((token) =>
          transaction.atomically(Effect.gen(function*() {
            const { change, side, user } = yield* lockedLinkOf(token)
            const next = { ...change, confirmed: [...new Set([...change.confirmed, side])] }
            if (isConfirmed(next)) yield* apply(user, change)
            else yield* put(user.user_id, next)
            return isConfirmed(next)
          }))
        ),
        cancel: Effect.fn("AddressChanges.cancel")((token) =>
          transaction.atomically(
            Effect.flatMap(lockedLinkOf(token), ({ user }) => cancelOf(user.user_id))
          )
        ),
        pending: Effect.fn("AddressChanges.pending")((user) =>
          Effect.map(changeOf(user), Option.map(({ change }) => change.new_email))
        ),
        cancelOf: Effect.fn("AddressChanges.cancelOf")(cancelOf)
      })
    })
  )
}

const names = ({ first_name, last_name, username }: User) => ({ name: `${first_name} ${last_name}`, username })

const encodeChange = Schema.encodeSync(AddressChange)
const decodeChange = Schema.decodeUnknownOption(AddressChange)
const encodeLink = Schema.encodeSync(AddressLink)
const decodeLink = Schema.decodeUnknownOption(AddressLink)
