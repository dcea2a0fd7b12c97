/** Parts that the mails about domains share. */
export const domainMailParts = {
  variables: {
    name: { type: "text", sample: "Ada Lovelace" },
    domain_name: { type: "text", sample: "example.com" }
  },
  greeting: {
    label: "Greeting",
    text: { en: "Hello {{name}},", de: "Guten Tag {{name}}," }
  },
  registrant: {
    label: "Closing",
    text: {
      en: "You receive this mail because you are the registrant of {{domain_name}}.",
      de: "Sie erhalten diese E-Mail, weil Sie als Inhaber von {{domain_name}} eingetragen sind."
    }
  }
} as const
