import { assert, layer } from "@effect/vitest"
import { newAction } from "@namewright/conformance"
import { Authenticator } from "@namewright/core/access"
import { Approvals } from "@namewright/core/approvals"
import { CurrentActor } from "@namewright/core/shared"
import { Effect, Redacted } from "effect"
import { newOrganization } from "../support/newOrganization.ts"
import { at } from "./brandPages.ts"
import { brandServer, newBrand } from "./BrandServer.ts"
import { headingOf } from "./Browser.ts"
import { setPolicy } from "./policyOf.ts"
import { Program, signedInAt } from "./Program.ts"
import { type Person, RealmServer } from "./RealmServer.ts"

const action = newAction({ contents: ["Sends name: \"example\""] })

/** A program of this person, connected at the installation, asks for something that a person approves on the page. */
const asked = Effect.fnUntraced(function*(person: Person) {
  const { issuer } = yield* RealmServer
  const authenticator = yield* Authenticator
  const approvals = yield* Approvals
  yield* setPolicy(person, { require_web_approval: true })
  const program = yield* Effect.promise(() => Program.register(issuer, { client_name: "Helpful" }))
  const { access_token } = yield* Effect.promise(() => program.connect(person))
  const actor = yield* authenticator.authenticateAgent(Redacted.make(access_token), "127.0.0.1", "mcp")
  const as = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provideService(work, CurrentActor, actor)
  const challenge = yield* as(approvals.challenge(action, "token"))
  return { challenge, consume: as(approvals.consume(challenge.token, action, "token")) }
})

layer(brandServer(), { excludeTestServices: true })("approvals of people of a brand", (it) => {
  it.effect("are given on the page at its sign-in host, which does not name the installation", () =>
    Effect.gen(function*() {
      const brand = yield* newBrand({ brand: { name: "Nordhost" } })
      const { person, url } = yield* RealmServer
      const below = yield* newOrganization({ parent: brand.organization })
      for (const organization of [brand.organization, below]) {
        const ada = yield* person({ organization })
        const { challenge, consume } = yield* asked(ada)
        const address = `${brand.issuer}/approvals/${challenge.approval_id}`
        assert.strictEqual(challenge.approval_url, address)
        assert.include(challenge.message, `Every line of it: ${address}`)
        const waiting = yield* consume
        assert.strictEqual(waiting._tag === "Challenge" ? waiting.challenge.approval_url : "", address)
        const approved = yield* Effect.promise(async () => {
          const browser = at(address)
          const page = await signedInAt(browser, await browser.open(address), ada)
          assert.strictEqual(headingOf(page), "Approve this?")
          assert.include(page.text, "Nordhost</header>")
          assert.notInclude(page.text, url)
          return browser.send(page, { decision: "approve" })
        })
        assert.include(approved.text, "It has been approved.")
        assert.strictEqual((yield* consume)._tag, "Approved")
      }
    }))

  it.effect("and of other people at the installation", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      yield* newBrand()
      const { challenge } = yield* asked(yield* person())
      assert.strictEqual(challenge.approval_url, `${issuer}/approvals/${challenge.approval_id}`)
    }))
})
