import { Effect, Option, Result } from "effect"
import {
  type CreateUser,
  newUser,
  Password,
  userCreated,
  UserCredentialStore,
  UserMails,
  UserStore
} from "../access/index.ts"
import { EventLog } from "../events/index.ts"
import { makeObjectLog } from "../objectlog/index.ts"
import { type InputIssue, Instant, type OrganizationId, refuseInput } from "../shared/index.ts"
import type { AccountFields } from "./IndependentBilling.ts"
import type { NewOrganization } from "./Organization.ts"
import { type AttributeWrite, OrganizationAttributeStore } from "./OrganizationAttributeStore.ts"
import {
  type OrganizationChange,
  OrganizationStore,
  type OrganizationTerms,
  type StoredOrganization
} from "./OrganizationStore.ts"

/** Common steps of the creation of parents and suborganizations. */
export const organizationWriter = Effect.gen(function*() {
  const store = yield* OrganizationStore
  const attributes = yield* OrganizationAttributeStore
  const users = yield* UserStore
  const mails = yield* UserMails
  const credentials = yield* UserCredentialStore
  const hash = yield* Password.hashing
  const log = yield* makeObjectLog
  const events = yield* EventLog

  /** Hashes the passwords of users. Reports all unacceptable passwords at once. Not for use inside a transaction. */
  const withHashes = Effect.fnUntraced(function*(people: ReadonlyArray<CreateUser>) {
    const issues: Array<InputIssue> = []
    const hashed: Array<HashedUser> = []
    for (const [index, person] of people.entries()) {
      const { password = null } = person
      const loc = ["body", "users", index, "password"]
      const made = yield* Effect.result(password === null ? Effect.succeed(null) : hash(password, person, loc))
      if (Result.isFailure(made)) issues.push(...made.failure.issues)
      else hashed.push({ person, password_hash: made.success })
    }
    yield* refuseInput(issues)
    return hashed
  })

  /** Logs a new organization, stores its attributes and users, and invites users without a password. Requires an open transaction. */
  const writeContents = Effect.fnUntraced(function*(
    stored: StoredOrganization,
    attributeWrites: ReadonlyArray<AttributeWrite>,
    people: ReadonlyArray<HashedUser>
  ) {
    const { created_on, organization_id } = stored
    yield* log.record({
      organization_id,
      object_type: "ORGANIZATION",
      object_id: organization_id,
      action: "CREATED",
      after: stored
    })
    yield* attributes.put(organization_id, attributeWrites, created_on)
    return yield* Effect.forEach(people, ({ password_hash, person }, index) =>
      Effect.gen(function*() {
        const user = yield* newUser(organization_id, person, index === 0 ? "owner" : "admin")
        yield* users.insert(user)
        yield* log.record(userCreated(user))
        if (password_hash === null) yield* mails.invite(user)
        else yield* credentials.setPassword(user.user_id, password_hash, user.created_on)
        return user
      }))
  })

  const recordStatus = ({ organization_id, status }: StoredOrganization) =>
    events.record({
      organization_id,
      object_type: "ACCOUNT",
      object_id: organization_id,
      object_name: null,
      type: null,
      subtype: "NOTIFICATION",
      event_data: {
        message: status === "active"
          ? "The organization is active again"
          : "The organization is inactive: it can only read, and its domains are not renewed"
      }
    })

  /** Changes an organization and logs its changed members. None if it does not exist. Requires an open transaction. */
  const change = Effect.fnUntraced(function*(organization_id: OrganizationId, patch: OrganizationChange) {
    const before = yield* store.find(organization_id)
    const after = yield* store.update(organization_id, patch, yield* Instant.now)
    if (Option.isSome(before) && Option.isSome(after)) {
      yield* log.record({
        organization_id,
        object_type: "ORGANIZATION",
        object_id: organization_id,
        action: "UPDATED",
        before: before.value,
        after: after.value
      })
      if (before.value.status !== after.value.status) yield* recordStatus(after.value)
    }
    return after
  })

  return { change, withHashes, writeContents }
})

/** New user with its password hash; the hash is null without a password. */
interface HashedUser {
  readonly person: CreateUser
  readonly password_hash: string | null
}

/** Stored form of a new organization. The caller adds `payer_id`, the external reference and the terms. */
export const newOrganization = Effect.fnUntraced(function*(
  input: NewOrganization,
  account: AccountFields,
  made:
    & Pick<StoredOrganization, "organization_id" | "parent_organization_id" | "payer_id" | "external_reference">
    & OrganizationTerms
) {
  const stored: StoredOrganization = {
    ...made,
    ...account,
    name: input.name,
    status: "active",
    billing_mode: input.billing_mode ?? "consolidated",
    city: input.city ?? null,
    address_1: input.address_1 ?? null,
    address_2: input.address_2 ?? null,
    postal_code: input.postal_code ?? null,
    state: input.state ?? null,
    default_locale: input.default_locale ?? null,
    business_number: input.business_number ?? null,
    tax_id: input.tax_id ?? null,
    tax_id_type: input.tax_id_type ?? null,
    tax_rate: input.tax_rate ?? null,
    created_on: yield* Instant.now,
    deleted_on: null
  }
  return stored
})
