import com.sun.source.tree.*;
import com.sun.source.util.*;
import javax.lang.model.element.*;
import javax.tools.*;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import com.sun.tools.javac.code.Symbol;

/**
 * What javac says every name refers to: a sample of symbols with their uses, in the form of the references benchmark.
 *
 * <p>{@code javac $X JavaJudge.java; java $X -cp . JavaJudge ROOT NAME PER_KIND OUT.jsonl [LEFT_OUT_FOLDER...]} with X
 * {@code --add-exports jdk.compiler/com.sun.tools.javac.{code,util,api}=ALL-UNNAMED} (three of them); then
 * {@code references.py --data ... --repos ...}. Libraries that lie in /usr/share/java are known. Half of the symbols of a
 * kind have names that others bear too. Neutral are uses that javac could not resolve, and those of a method on another
 * level of the same override.
 */
public class JavaJudge {
    record Place(String path, long line, boolean call) {}
    static final class Known { Element e; String path; long line, col; List<Place> refs = new ArrayList<>(); }
    static Map<Element, Known> known = new LinkedHashMap<>();
    static Map<String, List<Object[]>> byName = new HashMap<>(); // name -> (element or null, place)
    public static void main(String[] a) throws Exception {
        Path root = Path.of(a[0]).toRealPath(); String repo = a[1]; int perKind = Integer.parseInt(a[2]); String out = a[3];
        List<Path> files;
        try (var s = Files.walk(root)) {
            files = s.filter(p -> p.toString().endsWith(".java") && !p.endsWith("module-info.java") && !p.endsWith("package-info.java"))
                .filter(p -> Arrays.stream(a).skip(4).noneMatch(x -> root.relativize(p).toString().startsWith(x))).sorted().toList();
        }
        JavaCompiler jc = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> dc = new DiagnosticCollector<>();
        StandardJavaFileManager fm = jc.getStandardFileManager(dc, null, null);
        JavacTask task = (JavacTask) jc.getTask(null, fm, dc, List.of("-proc:none", "-implicit:none", "-XDshould-stop.ifError=FLOW", "-XDshould-stop.at=FLOW", "-Xmaxerrs", "1000000", "-cp", libraries()), null, fm.getJavaFileObjectsFromPaths(files));
        List<CompilationUnitTree> units = new ArrayList<>(); task.parse().forEach(units::add);
        task.analyze();
        Trees trees = Trees.instance(task); SourcePositions sp = trees.getSourcePositions();
        long[] n = new long[3];
        for (CompilationUnitTree u : units) {
            String path = root.relativize(Path.of(u.getSourceFile().toUri())).toString(); LineMap lm = u.getLineMap(); String text = u.getSourceFile().getCharContent(true).toString();
            new TreePathScanner<Void, Void>() {
                void use(String name, Element e, long pos, boolean call) {
                    if (pos < 0) return;
                    n[0]++; boolean bad = e == null || e.asType().getKind() == javax.lang.model.type.TypeKind.ERROR && e.getKind().isClass();
                    if (bad) n[1]++;
                    Place p = new Place(path, lm.getLineNumber(pos), call);
                    byName.computeIfAbsent(name, k -> new ArrayList<>()).add(new Object[]{bad ? null : e, p});
                }
                boolean called(Tree t) {
                    Tree p = getCurrentPath().getParentPath().getLeaf();
                    return p instanceof MethodInvocationTree m && m.getMethodSelect() == t || p instanceof NewClassTree c && (c.getIdentifier() == t || c.getIdentifier() instanceof ParameterizedTypeTree);
                }
                long find(String name, long from) {
                    int at = (int) Math.max(0, from);
                    while (true) {
                        at = text.indexOf(name, at); if (at < 0) return -1;
                        boolean l = at == 0 || !Character.isJavaIdentifierPart(text.charAt(at - 1)), r = at + name.length() >= text.length() || !Character.isJavaIdentifierPart(text.charAt(at + name.length()));
                        if (l && r) return at; at++;
                    }
                }
                public Void visitIdentifier(IdentifierTree t, Void v) {
                    String s = t.getName().toString(); if (!s.equals("this") && !s.equals("super")) use(s, trees.getElement(getCurrentPath()), sp.getStartPosition(u, t), called(t));
                    return super.visitIdentifier(t, v);
                }
                public Void visitMemberSelect(MemberSelectTree t, Void v) {
                    String s = t.getIdentifier().toString(); Element e = trees.getElement(getCurrentPath());
                    if (!s.equals("this") && !s.equals("class") && !s.equals("super") && !s.equals("*")) {
                        long pos = find(s, sp.getEndPosition(u, t.getExpression()));
                        Tree parent = getCurrentPath().getParentPath().getLeaf();
                        if (parent instanceof ImportTree i && i.isStatic()) {
                            Element owner = trees.getElement(new TreePath(getCurrentPath(), t.getExpression())); boolean any = false;
                            if (owner instanceof TypeElement te) for (Element m : te.getEnclosedElements()) if (m.getSimpleName().contentEquals(s)) { use(s, m, pos, false); any = true; }
                            if (!any) use(s, null, pos, false);
                        } else use(s, e, pos, called(t));
                    }
                    return super.visitMemberSelect(t, v);
                }
                public Void visitMemberReference(MemberReferenceTree t, Void v) {
                    String s = t.getName().toString(); if (!s.equals("<init>")) use(s, trees.getElement(getCurrentPath()), find(s, sp.getEndPosition(u, t.getQualifierExpression())), false);
                    return super.visitMemberReference(t, v);
                }
                void def(Tree t, String name, long from) {
                    Element e = trees.getElement(getCurrentPath()); if (e == null || name.isEmpty()) return; long pos = find(name, Math.max(from, sp.getStartPosition(u, t))); if (pos < 0) return;
                    Known k = new Known(); k.e = e; k.path = path; k.line = lm.getLineNumber(pos); k.col = lm.getColumnNumber(pos); known.put(e, k);
                }
                public Void visitClass(ClassTree t, Void v) { def(t, t.getSimpleName().toString(), sp.getEndPosition(u, t.getModifiers())); return super.visitClass(t, v); }
                public Void visitMethod(MethodTree t, Void v) { if (t.getReturnType() != null) def(t, t.getName().toString(), sp.getEndPosition(u, t.getReturnType())); return super.visitMethod(t, v); }
                public Void visitVariable(VariableTree t, Void v) {
                    Element e = trees.getElement(getCurrentPath());
                    if (e != null && (e.getKind() == ElementKind.FIELD)) def(t, t.getName().toString(), sp.getEndPosition(u, t.getType()));
                    if (e != null && (e.getKind() == ElementKind.ENUM_CONSTANT)) def(t, t.getName().toString(), sp.getStartPosition(u, t));
                    return super.visitVariable(t, v);
                }
            }.scan(u, null);
        }
        System.err.printf("%d files, %d uses, %d unresolved, %d defs, %d errors%n", units.size(), n[0], n[1], known.size(), dc.getDiagnostics().stream().filter(d -> d.getKind() == Diagnostic.Kind.ERROR).count());
        com.sun.tools.javac.util.Context ctx = ((com.sun.tools.javac.api.BasicJavacTask) task).getContext();
        com.sun.tools.javac.code.Types types = com.sun.tools.javac.code.Types.instance(ctx);
        Map<String, List<Known>> kinds = new TreeMap<>(); Map<String, Integer> names = new HashMap<>();
        for (Known k : known.values()) { String kind = kind(k.e); kinds.computeIfAbsent(kind, x -> new ArrayList<>()).add(k); names.merge(k.e.getSimpleName().toString(), 1, Integer::sum); }
        Random r = new Random(7); StringBuilder sb = new StringBuilder(); 
        for (var en : kinds.entrySet()) {
            // half of them from names that several things have, and every name once only
            List<Known> all = new ArrayList<>(en.getValue()); Collections.shuffle(all, r);
            List<Known> take = new ArrayList<>(); Set<String> seen = new HashSet<>();
            for (int pass = 0; pass < 2; pass++) for (Known k : all) {
                String name = k.e.getSimpleName().toString(); boolean shared = names.get(name) > 1;
                if (take.size() >= (pass + 1) * perKind / 2 || shared == (pass == 1) || !seen.add(name)) continue;
                take.add(k);
            }
            for (Known k : take) {
                String name = k.e.getSimpleName().toString(); List<String> refs = new ArrayList<>(), maybe = new ArrayList<>(), neg = new ArrayList<>();
                for (Object[] o : byName.getOrDefault(name, List.of())) {
                    Element e = (Element) o[0]; Place p = (Place) o[1]; String js = String.format("{\"path\":\"%s\",\"line\":%d,\"call\":%b}", p.path, p.line, p.call);
                    if (e == k.e) refs.add(js); else if (e == null) maybe.add(js);
                    else if (e instanceof Symbol.MethodSymbol m && k.e instanceof Symbol.MethodSymbol q && (m.overrides(q, (Symbol.TypeSymbol) m.owner, types, false) || q.overrides(m, (Symbol.TypeSymbol) q.owner, types, false))) maybe.add(js);
                    else if (known.containsKey(e)) neg.add(js); else neg.add(js);
                }
                List<String> decls = new ArrayList<>();
                for (Known o : known.values()) if (o != k && o.e.getSimpleName().contentEquals(name)) decls.add(String.format("{\"path\":\"%s\",\"line\":%d}", o.path, o.line));
                sb.append(String.format("{\"repo\":\"%s\",\"lang\":\"java\",\"symbol\":\"%s\",\"kind\":\"%s\",\"container\":\"%s\",\"def\":{\"path\":\"%s\",\"line\":%d,\"col\":%d},\"refs\":[%s],\"maybe\":[%s],\"decls\":[%s],\"implicit\":[],\"neg\":[%s],\"flags\":[]}%n",
                    repo, name, kind(k.e), k.e.getEnclosingElement().getSimpleName(), k.path, k.line, k.col, String.join(",", refs), String.join(",", maybe), String.join(",", decls), String.join(",", neg)));
            }
        }
        Files.writeString(Path.of(out), sb);
    }
    static String libraries() throws Exception {
        Path folder = Path.of("/usr/share/java"); if (!Files.isDirectory(folder)) return "";
        try (var all = Files.list(folder)) { return String.join(":", all.map(Path::toString).filter(p -> p.endsWith(".jar")).toList()); }
    }
    static String kind(Element e) {
        return switch (e.getKind()) { case METHOD -> "method"; case FIELD -> e.getModifiers().contains(Modifier.STATIC) && e.getModifiers().contains(Modifier.FINAL) ? "constant" : "field"; case ENUM_CONSTANT -> "variant"; default -> "class"; };
    }
}
