import type { RealmPlaces } from "../RealmPlaces.ts"
import { scopeList } from "./consentPage.ts"
import { html } from "./Html.ts"
import { field, layout, problemNote } from "./layout.ts"

/** Form in which a person enters or confirms the code of a device. */
export interface CodeForm {
  readonly action: string
  readonly secret: string
  readonly code: string | undefined
  /** Reason why the last code was refused. */
  readonly problem?: "unknown" | "expired" | "used" | "aborted" | "missing" | undefined
}

const problems: Readonly<Record<NonNullable<CodeForm["problem"]>, string>> = {
  unknown: "There is no such code. Look at your device again.",
  expired: "This code has expired. Let your device show a new one.",
  used: "This code was used before. Let your device show a new one.",
  aborted: "You have not connected the device.",
  missing: "Enter the code that your device shows."
}

/** The provider checks its own secret here in place of a form token. */
const deviceForm = ({ action, secret }: CodeForm, content: ReturnType<typeof html>) =>
  html`<form method="post" action="${action}"><input type="hidden" name="xsrf" value="${secret}">${content}</form>`

export const codeEntryPage = (places: RealmPlaces) => (request: CodeForm): string =>
  layout(places, {
    title: "Connect a device",
    content: [
      problemNote(request.problem && problems[request.problem]),
      deviceForm(
        request,
        html`${
          field({
            name: "user_code",
            label: "Code on your device",
            autocomplete: "off",
            value: request.code,
            hint: "Eight letters, like BCDF-GHJK",
            focused: true
          })
        }<p class="actions"><button>Continue</button></p>`
      )
    ]
  })

export const codeConfirmationPage =
  (places: RealmPlaces) => (request: CodeForm & { readonly clientName: string; readonly scope: string }): string =>
    layout(places, {
      title: "Is this your device?",
      content: [
        html`<p>The program <strong>${request.clientName}</strong> shows this code:</p>
<p class="code">${request.code}</p><p>It asks to:</p>`,
        scopeList(request.scope.split(" ")),
        html`<p class="quiet">Go on only if you see this code on a device of yours, and started the program yourself. Nobody
has a reason to send you such a code.</p>`,
        deviceForm(
          request,
          html`<input type="hidden" name="user_code" value="${request.code}">
<p class="actions"><button name="confirm" value="yes">Yes, it is mine</button>
<button class="other" name="abort" value="yes">No</button></p>`
        )
      ]
    })

export const connectedPage = (places: RealmPlaces) => (clientName: string): string =>
  layout(places, {
    title: "Connected",
    content:
      html`<p role="status"><strong>${clientName}</strong> is connected. Return to your device; you can close this
page.</p><p><a href="${places.path}/account">Programs that you have connected</a></p>`
  })
