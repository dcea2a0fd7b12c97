import type { RealmPlaces } from "../RealmPlaces.ts"
import { scopeWords } from "../realmScopes.ts"
import { html, type HtmlValue } from "./Html.ts"
import { form, layout } from "./layout.ts"

/** Permissions of the program, one line for each scope with a text. */
export const scopeList = (scope: ReadonlyArray<string>): HtmlValue =>
  html`<ul>${scope.map(scopeWords).flatMap((words) => words === "" ? [] : html`<li>${words}</li>`)}</ul>`

export interface ConsentRequest {
  readonly action: string
  readonly token: string
  readonly clientName: string
  /** Destination of the browser after the decision. */
  readonly returnsTo: string
  readonly scope: ReadonlyArray<string>
  /** The program asks for the REST interface, and the organization does not allow it: that part is not granted. */
  readonly withoutRest: boolean
  readonly person: string
  readonly organization: string
  readonly signOut: HtmlValue
}

/** Asks a person whether a program may act for them. */
export const consentPage = (
  places: RealmPlaces,
  { action, clientName, organization, person, returnsTo, scope, signOut, token, withoutRest }: ConsentRequest
): string =>
  layout(places, {
    title: `Connect ${clientName}?`,
    content: [
      html`<p>The program <strong>${clientName}</strong> asks to act for you in <strong>${organization}</strong>. It
chose its name itself. It would be able to:</p>`,
      scopeList(scope),
      withoutRest && html`<p>It also asks to use the REST interface. Your organization does not let programs do so, and
that is left out.</p>`,
      html`<dl><dt>You return to</dt><dd>${returnsTo}</dd></dl>`,
      html`<p class="quiet">Only connect programs that you have started yourself.</p>`,
      form({
        action,
        token,
        content: html`<p class="actions"><button name="decision" value="allow">Connect</button>
<button class="other" name="decision" value="deny">Do not connect</button></p>`
      })
    ],
    signedInAs: { name: person, signOut }
  })
