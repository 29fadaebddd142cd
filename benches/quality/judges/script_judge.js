// What the TypeScript compiler says every name refers to: a sample of symbols with their uses, in the form of the
// references benchmark.
//
//   npm install typescript; node script_judge.js ROOT NAME PER_KIND OUT.jsonl [LEFT_OUT_FOLDER...]
//
// then references.py --data ... --repos ... . Packages of the project are known by their names, those from elsewhere are
// not, and what depends on them is neutral; so are uses of the same member of a base, an heir, or another heir. Half of the
// symbols of a kind have names that others bear too. Names under another
// spelling are not known here.
const ts = require('typescript'), fs = require('fs'), path = require('path');
const [root, repo, perKind, out, ...skips] = process.argv.slice(2);
const files = [], pkgs = {};
(function walk(d) { for (const e of fs.readdirSync(d, { withFileTypes: true })) { const p = path.join(d, e.name);
  if (e.isDirectory()) { if (!/^(node_modules|\.git|dist|lib-cov|coverage)$/.test(e.name)) walk(p); }
  else if (e.name === 'package.json') { try { const n = JSON.parse(fs.readFileSync(p)).name; if (n) pkgs[n] = d; } catch {} }
  else if (/\.(ts|tsx|mts|cts|js|jsx|mjs|cjs)$/.test(e.name) && !skips.some(s => path.relative(root, p).startsWith(s)) && fs.statSync(p).size < 500000) files.push(p); } })(path.resolve(root));
const paths = {};
for (const [n, d] of Object.entries(pkgs)) { paths[n] = ['src/index', 'src/main', 'index', 'src'].map(x => path.join(d, x)); paths[n + '/*'] = ['src/*', '*'].map(x => path.join(d, x)); }
let extra = {}; try { const c = ts.readConfigFile(path.join(root, 'tsconfig.json'), f => fs.readFileSync(f, 'utf8')); const o = c.config.compilerOptions || {}; for (const [k, v] of Object.entries(o.paths || {})) extra[k] = v.map(x => path.resolve(root, o.baseUrl || '.', x)); } catch {}
const options = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, allowJs: true, checkJs: false, jsx: ts.JsxEmit.Preserve, strict: true, experimentalDecorators: true, skipLibCheck: true, noEmit: true, allowImportingTsExtensions: true, customConditions: [], types: [], paths: { ...paths, ...extra }, baseUrl: path.resolve(root), maxNodeModuleJsDepth: 0, lib: ['lib.esnext.full.d.ts'] };
const program = ts.createProgram(files, options), checker = program.getTypeChecker();
const key = n => n.getSourceFile().fileName + ':' + n.getStart();
const uses = new Map(), defs = new Map(); let total = 0, unknown = 0; let unresolvedModules = 0;
const R = path.resolve(root) + '/';
const nameOf = d => ts.getNameOfDeclaration(d);
function kindOf(d) { switch (d.kind) { case ts.SyntaxKind.ClassDeclaration: return 'class'; case ts.SyntaxKind.InterfaceDeclaration: return 'interface'; case ts.SyntaxKind.TypeAliasDeclaration: return 'type'; case ts.SyntaxKind.EnumDeclaration: return 'enum'; case ts.SyntaxKind.EnumMember: return 'variant';
  case ts.SyntaxKind.FunctionDeclaration: return 'function'; case ts.SyntaxKind.MethodDeclaration: case ts.SyntaxKind.MethodSignature: return ts.isObjectLiteralExpression(d.parent) ? null : 'method'; case ts.SyntaxKind.PropertyDeclaration: case ts.SyntaxKind.PropertySignature: return ts.isTypeLiteralNode(d.parent) && !ts.isTypeAliasDeclaration(d.parent.parent) ? null : 'field'; case ts.SyntaxKind.GetAccessor: return 'method';
  case ts.SyntaxKind.VariableDeclaration: return ts.isSourceFile(d.parent.parent.parent) && ts.isIdentifier(d.name) ? 'constant' : null; } return null; }
function target(s) { let n = 0; while (s && s.flags & ts.SymbolFlags.Alias && n++ < 20) { const t = checker.getAliasedSymbol(s); if (!t || t === s || t.escapedName === 'unknown') return undefined; s = t; } return s; }
// The member of a type, or of what it may be besides undefined or a promise.
function props(t, name) { if (!t) return []; t = checker.getNonNullableType(t); const q = t.getProperty(name); return q ? [q] : t.isUnion() ? t.types.map(u => u.getProperty(name)).filter(Boolean) : []; }
for (const sf of program.getSourceFiles()) { if (!sf.fileName.startsWith(R) || sf.fileName.includes('node_modules')) continue; const rel = sf.fileName.slice(R.length);
  const visit = n => { if ((ts.isIdentifier(n) || ts.isPrivateIdentifier(n)) && n.text) { total++;
      const at = sf.getLineAndCharacterOfPosition(n.getStart(sf)); const p = { path: rel, line: at.line + 1, call: ts.isCallExpression(n.parent) && n.parent.expression === n || ts.isPropertyAccessExpression(n.parent) && n.parent.name === n && ts.isCallExpression(n.parent.parent) && n.parent.parent.expression === n.parent };
      let syms = []; try {
        if (ts.isShorthandPropertyAssignment(n.parent)) { const v = checker.getShorthandAssignmentValueSymbol(n.parent); if (v) syms.push(v); const t = checker.getContextualType(n.parent.parent); syms.push(...props(t, n.text)); const s = checker.getSymbolAtLocation(n); if (s) syms.push(s); }
        else if (ts.isBindingElement(n.parent) && (n.parent.propertyName === n || !n.parent.propertyName && n.parent.name === n) && ts.isObjectBindingPattern(n.parent.parent)) { const t = checker.getTypeAtLocation(n.parent.parent); const q = props(t, n.text); syms.push(...q.length ? q : [undefined]); if (!n.parent.propertyName) syms.push(checker.getSymbolAtLocation(n)); }
        else if (ts.isPropertyAssignment(n.parent) && n.parent.name === n || ts.isMethodDeclaration(n.parent) && n.parent.name === n && ts.isObjectLiteralExpression(n.parent.parent)) { const t = checker.getContextualType(n.parent.parent); syms.push(...props(t, n.text)); const s = checker.getSymbolAtLocation(n); if (s) syms.push(s); }
        else { const s = checker.getSymbolAtLocation(n); syms.push(s); if (s && ts.isExportSpecifier(n.parent)) { const l = checker.getExportSpecifierLocalTargetSymbol(n.parent); if (l) syms.push(l); } }
      } catch (e) { syms.push(undefined); }
      const keys = new Set(); let bad = false;
      for (const s0 of syms) { const s = s0 && target(s0); if (!s) { bad = true; continue; } for (const d of s.declarations || []) { const nm = nameOf(d); if (nm) keys.add(key(nm)); } }
      if (bad && !keys.size) unknown++;
      if (!uses.has(n.text)) uses.set(n.text, []); uses.get(n.text).push({ p, keys, bad, self: key(n) });
      const d = n.parent; if (nameOf(d) === n) { const k = kindOf(d); const s = checker.getSymbolAtLocation(n); if (k && s) { const c = d.parent; defs.set(key(n), { d, k, sym: s, name: n.text, path: rel, line: at.line + 1, col: at.character + 1, container: c.name ? c.name.text : '' }); } }
    } ts.forEachChild(n, visit); };
  visit(sf); }
console.error(repo, program.getSourceFiles().filter(f => f.fileName.startsWith(R)).length, 'files', total, 'uses', unknown, 'unknown', defs.size, 'defs');
// related: the same member of bases, so neutral
function bases(sym, n = 0, set = new Set()) { if (n > 8) return set; for (const dd of sym.declarations || []) for (const h of dd.heritageClauses || []) for (const t of h.types) { try { let ss = checker.getTypeAtLocation(t).symbol || checker.getSymbolAtLocation(t.expression); ss = ss && target(ss); if (ss && !set.has(ss)) { set.add(ss); bases(ss, n + 1, set); } } catch {} }
  // a type alias or an object of several: what its types say
  return set; }
const baseCache = new Map(); const basesOf = s => { if (!baseCache.has(s)) { const b = bases(s); b.add(s); baseCache.set(s, b); } return baseCache.get(s); };
function related(d) { const set = new Set(); const own = d.sym.parent; if (!own) return set; const all = basesOf(own);
  for (const e of defs.values()) if (e !== d && e.name === d.name && e.sym.parent && e.sym.parent !== own) { const other = basesOf(e.sym.parent); if ([...other].some(x => all.has(x) && (x === own || x === e.sym.parent || x.members && x.members.has(d.sym.escapedName)))) set.add(key(nameOf(e.d))); }
  return set; }
let seed = 7; const rnd = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
const groups = {}; const count = {}; for (const d of defs.values()) { (groups[d.k] ||= []).push(d); count[d.name] = (count[d.name] || 0) + 1; }
const rows = [];
for (const k of Object.keys(groups).sort()) { const all = groups[k].map(d => [rnd(), d]).sort((a, b) => a[0] - b[0]).map(x => x[1]); const take = [], seen = new Set();
  for (let pass = 0; pass < 2; pass++) for (const d of all) { if (take.length >= (pass + 1) * perKind / 2 || (count[d.name] > 1) === (pass === 1) || seen.has(d.name)) continue; seen.add(d.name); take.push(d); }
  for (const d of take) { const own = new Set((d.sym.declarations || []).map(nameOf).filter(Boolean).map(key)); const rel = related(d); const refs = [], maybe = [], neg = [], decls = [];
    for (const u of uses.get(d.name) || []) { if (own.has(u.self)) { decls.push(u.p); continue; } const hit = [...u.keys].some(x => own.has(x)); if (hit) refs.push(u.p); else if (u.bad || !u.keys.size || [...u.keys].some(x => rel.has(x))) maybe.push(u.p); else neg.push(u.p); }
    rows.push(JSON.stringify({ repo, lang: d.path.match(/\.[mc]?jsx?$/) ? 'javascript' : 'typescript', symbol: d.name.replace(/^#/, ''), kind: d.k, container: d.container, def: { path: d.path, line: d.line, col: d.col }, refs, maybe, decls, implicit: [], neg, flags: [] })); } }
fs.writeFileSync(out, rows.join('\n') + '\n');
