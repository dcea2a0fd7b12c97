import { OrganizationStore } from "@namewright/core/organizations"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { html } from "../shared/pages/Html.ts"
import { form } from "./pages/layout.ts"
import { layoutTexts } from "./pages/texts/layoutTexts.ts"
import { formTokenOf, type Visit } from "./Visit.ts"

/** Name of a person's organization. */
export const organizationNameOf = Effect.fnUntraced(function*(organization_id: OrganizationId) {
  const store = yield* OrganizationStore
  const found = yield* store.find(organization_id)
  return Option.match(found, { onNone: () => organization_id, onSome: ({ name }) => name })
})

/** Sign-out button in the footer of pages. */
export const signOutForm = (visit: Visit) =>
  form({
    action: `${visit.urls.path}/logout`,
    token: formTokenOf(visit, signOutPurpose),
    content: html`<button class="other">${layoutTexts[visit.locale].signOut}</button>`
  })

export const signOutPurpose = "logout"
