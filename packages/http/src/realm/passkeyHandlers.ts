import { type Passkey, PasskeyId, type PasskeyRefused, Passkeys } from "@namewright/core/access"
import { Effect, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { passkeyAlgorithms } from "../access/PasskeyVerifierSimpleWebAuthn.ts"
import {
  changed,
  keepOnly,
  problemOf,
  proofOf,
  purpose,
  type Refusal,
  shown,
  type SignedInVisit,
  statusOf,
  withForm
} from "./accountForms.ts"
import { showBackupCodes } from "./backupCodeHandlers.ts"
import { offersPasskeys } from "./offersPasskeys.ts"
import { passkeyCreationPage } from "./pages/passkeyPages.ts"
import { passkeyScript } from "./pages/passkeyScript.ts"
import { passkeyTexts } from "./pages/texts/passkeyTexts.ts"
import { issueChallenge, takeChallenge } from "./passkeyChallenges.ts"
import { responseOf } from "./passkeySteps.ts"
import { fieldOf, formTokenOf, pageAnswer, refusal, type Visit } from "./Visit.ts"

const isPasskeyId = Schema.is(PasskeyId)

const creation = "creation"

/** Page on which the browser creates a passkey other than those. */
const creationStep = Effect.fnUntraced(function*(visit: SignedInVisit, present: ReadonlyArray<Passkey>) {
  const { first_name, last_name, user_id, username } = visit.signIn.account.user
  const { generateRegistrationOptions } = yield* Effect.promise(() => import("@simplewebauthn/server"))
  const challenge = yield* issueChallenge(visit, creation)
  const { brand, host, origin } = visit.urls
  const options = yield* Effect.promise(() =>
    generateRegistrationOptions({
      rpName: brand?.name ?? host,
      rpID: new URL(origin).hostname,
      userID: new Uint8Array(Buffer.from(user_id)),
      userName: username,
      userDisplayName: `${first_name} ${last_name}`,
      challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
      attestationType: "none",
      excludeCredentials: present.map(({ credential_id }) => ({ id: credential_id })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      supportedAlgorithmIDs: passkeyAlgorithms
    })
  )
  return pageAnswer(
    visit,
    passkeyCreationPage(visit.urls, {
      locale: visit.locale,
      action: `${visit.urls.path}/account/passkeys/create`,
      token: formTokenOf(visit, purpose),
      options
    }),
    { scripts: true }
  )
})

const refused = (visit: SignedInVisit, error: Refusal | PasskeyRefused) =>
  error._tag === "PasskeyRefused"
    ? shown(visit, { about: "passkeys", problem: passkeyTexts[visit.locale].refused[error.reason] }, 403)
    : shown(visit, { about: "passkeys", problem: problemOf(visit, error) }, statusOf(error))

/** Asks the browser for a passkey, after the password and a code. */
export const addPasskey = (visit: Visit) =>
  withForm(visit, (it) =>
    Effect.gen(function*() {
      if (!offersPasskeys(it)) return refusal(it, 404, "noPasskeys")
      const passkeys = yield* Passkeys
      const { user_id } = it.signIn.account.user
      return yield* Effect.matchEffect(passkeys.prepare(user_id, yield* proofOf(it), it.address), {
        onFailure: (error) => refused(it, error),
        onSuccess: (present) => creationStep(it, present)
      })
    }))

/** Adds the passkey that the browser has created. */
export const createPasskey = (visit: Visit) =>
  withForm(visit, (it) =>
    Effect.gen(function*() {
      const passkeys = yield* Passkeys
      const { user_id } = it.signIn.account.user
      const response = responseOf(it)
      const challenge = yield* takeChallenge(it, creation, response)
      if (challenge === undefined) {
        return yield* shown(it, { about: "passkeys", problem: passkeyTexts[it.locale].add.late }, 403)
      }
      const registration = { challenge, response, name: fieldOf(it, "name") }
      return yield* Effect.matchEffect(passkeys.register(user_id, registration), {
        onFailure: (error) => refused(it, error),
        onSuccess: (codes) =>
          codes.length === 0
            ? changed(it, { about: "passkeys", done: passkeyTexts[it.locale].section.added })
            : Effect.as(keepOnly(it), showBackupCodes(it, codes, true))
      })
    }))

/** Gives a passkey another name. It changes no credentials, so it needs no password and ends no sessions. */
export const renamePasskey = (visit: Visit) =>
  withForm(visit, (it) =>
    Effect.gen(function*() {
      const passkeys = yield* Passkeys
      const id = Option.liftPredicate(fieldOf(it, "passkey"), isPasskeyId)
      const name = fieldOf(it, "name").trim()
      const { nameless, renamed } = passkeyTexts[it.locale].section
      if (Option.isNone(id)) return yield* shown(it)
      if (name === "") return yield* shown(it, { about: "passkeys", problem: nameless }, 422)
      yield* passkeys.rename(it.signIn.account.user.user_id, id.value, name)
      return yield* shown(it, { about: "passkeys", done: renamed })
    }))

export const removePasskey = (visit: Visit) =>
  withForm(visit, (it) =>
    Effect.gen(function*() {
      const passkeys = yield* Passkeys
      const { user_id } = it.signIn.account.user
      const id = Option.liftPredicate(fieldOf(it, "passkey"), isPasskeyId)
      if (Option.isNone(id)) return yield* shown(it)
      return yield* Effect.matchEffect(passkeys.remove(user_id, id.value, yield* proofOf(it), it.address), {
        onFailure: (error) => refused(it, error),
        onSuccess: () => changed(it, { about: "passkeys", done: passkeyTexts[it.locale].section.removed })
      })
    }))

/** The script of the pages that ask for a passkey. */
export const script = HttpServerResponse.text(passkeyScript, {
  contentType: "text/javascript; charset=utf-8",
  headers: { "cache-control": "public, max-age=86400", "x-content-type-options": "nosniff" }
})
