/// Library doc.
library my.lib;

import 'dart:async';
import 'package:http/http.dart' as http show Client, get hide post;
import './src/a.dart' deferred as a;
export 'src/b.dart' show B;
part 'c.g.dart';
part of my.lib;

/// A person.
@immutable
abstract class Person<T extends Object> extends Base<T> with Mixin, Other implements Named {
  /// The name.
  final String name;
  static const int limit = 10, max = 20;
  late T? _value;
  int age = 0;
  Person(this.name, {required this.age, super.key}) : _value = null, super(name);
  const Person.named(
    String n,
  ) : name = n;
  factory Person.fromJson(Map<String, dynamic> json) => Person(json['name'] as String);
  factory Person.redirect() = Student;
  /// Greets.
  @override
  Future<void> greet(Person other, [int n = 1]) async {
    final x = Client();
    var (a, b) = pair();
    print('hi ${other.name} $name ${x.get(n)}');
    for (var i = 0; i < 3; i++) { go(i); }
    for (final item in items) item.run();
    items.map((e) => e.name).forEach(print);
    x..foo = 1..bar();
    x?.baz!.qux;
    this.age = 3;
    age += 1;
    try { await f(); } on FormatException catch (e, s) { rethrow; }
    switch (x) { case Foo(:var name, y: 1): go(name); case _: break; }
    final t = switch (x) { 1 => 'a', _ => 'b' };
    String local(int q) => q.toString();
    new Foo.bar(); const Foo();
    if (x is Client) return;
    List<int> ys = <int>[1, ...xs];
  }
  int get size => 1;
  set size(int v) { age = v; }
  bool operator ==(Object other) => true;
  void abstractOne();
  external static void ext();
}
enum Color { red, green('x'); final String s; const Color([this.s = '']); void f() {} }
mixin Mixin on Base { void m() {} }
extension StringX on String { bool get blank => isEmpty; }
extension type Id(int value) { int twice() => value * 2; }
typedef Callback = void Function(int a);
typedef int Compare(a, b);
sealed class Shape {}
base mixin class Z = A with B;
const pi = 3.14;
final _private = foo();
int top(int x) => x;
var a = 1, b = 2;
int get topGetter => 1;
void main() { runApp(const MyApp()); var f = Foo.new; f(name: 1); a?.b?.c(); obj.field = 3; list[0] = 2; }
