import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { inWorkspace, type Manifest } from './deployment-files.js';

/**
 * Returns what Kubernetes would refuse or silently ignore: unknown kinds, wrong types, missing and unknown fields. The
 * compiler checks each manifest as a literal of its kind's TypeScript type. One program, because starting one is slow.
 */
export const problemsOf = (manifests: Manifest[]): string[] => {
  const results = join(inWorkspace('tools/deploy-check'), '.results');
  mkdirSync(results, { recursive: true });
  const folder = mkdtempSync(join(results, 'types-'));
  try {
    const files = manifests.map((manifest, index) => {
      const { apiVersion, kind, metadata } = manifest;
      const file = join(folder, `${index}-${kind}-${metadata.name}.ts`);
      const type = `import('kubernetes-models/${apiVersion}/${kind}').I${kind}`;
      writeFileSync(file, `export const manifest: ${type} = ${JSON.stringify(manifest, null, 1)};`);
      return file;
    });
    const program = ts.createProgram(files, {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
    });
    return files.flatMap((file) => {
      const source = program.getSourceFile(file);
      return program.getSemanticDiagnostics(source).map(({ messageText, start }) => {
        const [line] = source?.text.slice(start).split('\n', 1) ?? [];
        return `${basename(file, '.ts')}: ${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
      });
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
