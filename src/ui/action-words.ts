const verbs: Readonly<Record<string, string>> = {
  email: 'Send e-mail',
  payment: 'Make payment',
  social_post: 'Publish post',
  api_call: 'Call a service',
};

/** What a request would do, in a person's words: by its action type, else by its tool's name. */
export function actionWords(actionType: string, tool: string): string {
  const known = Object.hasOwn(verbs, actionType) ? verbs[actionType] : undefined;
  if (known !== undefined) return known;
  const words = tool.replace(/[_\-./]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
