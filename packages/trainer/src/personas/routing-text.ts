/**
 * Adds a bullet for a persona to a routing file, or makes the file.
 *
 * Text that is there stays byte for byte. The `*Files:*` field is ours; other readers skip it.
 */
export function addRoute(
  text: string | null,
  route: {
    readonly role: string;
    readonly persona: string;
    readonly about: string;
    readonly files?: string;
  },
): string {
  const base = text ?? '# Routing\n\n## Core\n';
  if (base.includes(`\`${route.persona}\``)) return base;
  const files = route.files === undefined ? '' : ` *Files:* \`${route.files}\``;
  const bullet = `- **${route.role}:** ${route.about} *Path:* \`${route.persona}\`${files}\n`;
  const glue = base.endsWith('\n') ? '' : '\n';
  return `${base}${glue}${bullet}`;
}
