// SPDX-License-Identifier: Apache-2.0
//
// What C++ can express in the names of functions. names.tsv has them mangled and as nm -C writes them:
//
//   g++ -std=c++20 -O0 -c names.cpp -o names.o
//   nm -p --defined-only names.o | cut -c20- > mangled; nm -p -C --defined-only names.o | cut -c20- > demangled
//   paste mangled demangled | grep ^_Z | LC_ALL=C sort -u > names.tsv

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace shop {

enum class Color { kRed = 3, kBlue };
struct Cart;

// Types.
void plain() {}
void builtins(bool, char, signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long,
              long long, unsigned long long, float, double, long double, wchar_t, char8_t, char16_t, char32_t) {}
void wide(__int128, unsigned __int128, std::nullptr_t) {}
void pointers(const char*, char* const*, const volatile int*, int&, const int&, int&&, void**) {}
void arrays(int (&)[3], int (*)[4], const char (&)[2][3]) {}
void functions(void (*)(int), int (&)(char), void (*(*)(int))(long), int (*)(const char*, ...)) {}
void (*returnsFunction(int))(char) { return nullptr; }
int (&returnsArray())[3] { static int a[3]; return a; }
void members(int Cart::*, void (Cart::*)(int), void (Cart::*)(int) const, int (Cart::*)() &, int (Cart::*)() &&) {}
void noexcepts(void (*)() noexcept, void (Cart::*)() noexcept) {}
void variadic(const char*, ...) {}
void same(Cart*, Cart*, const Cart*, std::vector<Cart*>, std::vector<Cart*>) {}
void strings(std::string, const std::string&, std::vector<std::string>&, std::map<std::string, int>) {}
void streams(std::ostream&, std::istream&, std::iostream*) {}
void callback(std::function<bool(const Cart&, int)>, std::unique_ptr<Cart>) {}
void complex(_Complex double) {}
typedef float Four __attribute__((vector_size(16)));
void vectors(Four, Four*) {}
void colors(Color) {}

// Classes, operators, conversions.
struct Cart {
  Cart();
  Cart(const Cart&);
  explicit Cart(std::string);
  virtual ~Cart();
  virtual void buy(int) const;
  void both() volatile;
  void left() &;
  void right() const&&;
  static int count;
  Cart& operator=(const Cart&);
  Cart operator+(const Cart&) const;
  bool operator<(const Cart&) const;
  bool operator>(const Cart&) const;
  Cart operator<<(int) const;
  int operator()(int, int);
  int& operator[](std::size_t);
  Cart* operator->();
  Cart& operator++();
  Cart operator++(int);
  Cart operator,(int);
  bool operator!() const;
  explicit operator bool() const;
  operator std::string() const;
  operator int*();
  void* operator new(std::size_t);
  void operator delete(void*);
  void* operator new[](std::size_t);
  template <class T> operator std::vector<T>() const;
  template <class T> T as() const { return T(); }
  struct Line { Line(); ~Line(); void add(); struct { int x; int get() { return x; } } part; };
  template <class T> struct Box { Box() {} ~Box() {} T get() const { return T(); } template <class U> U to(T) { return U(); } };
};
Cart::Cart() {}
Cart::Cart(const Cart&) {}
Cart::Cart(std::string) {}
Cart::~Cart() {}
void Cart::buy(int) const {}
void Cart::both() volatile {}
void Cart::left() & {}
void Cart::right() const&& {}
int Cart::count;
Cart& Cart::operator=(const Cart&) { return *this; }
Cart Cart::operator+(const Cart&) const { return *this; }
bool Cart::operator<(const Cart&) const { return false; }
bool Cart::operator>(const Cart&) const { return false; }
Cart Cart::operator<<(int) const { return *this; }
int Cart::operator()(int, int) { return 0; }
int& Cart::operator[](std::size_t) { return count; }
Cart* Cart::operator->() { return this; }
Cart& Cart::operator++() { return *this; }
Cart Cart::operator++(int) { return *this; }
Cart Cart::operator,(int) { return *this; }
bool Cart::operator!() const { return false; }
Cart::operator bool() const { return false; }
Cart::operator std::string() const { return ""; }
Cart::operator int*() { return nullptr; }
void* Cart::operator new(std::size_t n) { return ::operator new(n); }
void Cart::operator delete(void* p) { ::operator delete(p); }
void* Cart::operator new[](std::size_t n) { return ::operator new(n); }
template <class T> Cart::operator std::vector<T>() const { return {}; }
template Cart::operator std::vector<int>() const;
template int Cart::as<int>() const;
template Cart* Cart::as<Cart*>() const;
Cart::Line::Line() {}
Cart::Line::~Line() { part.get(); }
void Cart::Line::add() {}
template struct Cart::Box<Cart>;
template struct Cart::Box<Cart::Box<Cart>>;
template long Cart::Box<int>::to<long>(int);
unsigned long long operator""_km(unsigned long long n) { return n; }
std::ostream& operator<<(std::ostream& o, const Cart&) { return o; }

// Bases, thunks, tables.
struct Left { virtual void left(); virtual Left* self(); long l; };
struct Right { virtual void right(); virtual ~Right(); long r; };
void Left::left() {}
Left* Left::self() { return this; }
void Right::right() {}
Right::~Right() {}
struct Both : Left, virtual Right { void right() override; Both* self() override; ~Both() override; };
void Both::right() {}
Both* Both::self() { return this; }
Both::~Both() {}

// Templates.
template <class T> void one(T) {}
template <class T, class U> auto two(T t, U u) -> decltype(t + u) { return t + u; }
template <int N> void number() {}
template <unsigned long N, bool B, char C> void numbers() {}
template <Color C> void color() {}
template <class... T> void pack(T...) {}
template <class... T> void forwarded(T&&...) {}
template <class... T> void inside(std::vector<T>*...) {}
template <class... T> std::integral_constant<std::size_t, sizeof...(T)> sized(T...) { return {}; }
template <template <class, class> class C> void shape(C<int, std::allocator<int>>) {}
template <auto V> void any() {}
template <void (*F)()> void byFunction() {}
template <int Cart::*M> void byMember() {}
template <class T, typename = std::enable_if_t<(sizeof(T) > 2)>> void big(T) {}
template <class T> typename std::enable_if<(sizeof(T) >= 4), T>::type four(T t) { return t; }
template <class T> auto called(T t) -> decltype(t.size()) { return t.size(); }
template <class T> auto dereferenced(T t) -> decltype(*t) { return *t; }
template <class T> auto casted(T t) -> decltype(static_cast<long>(t)) { return t; }
template <class T> auto made() -> decltype(T{1, 2}) { return T{1, 2}; }
template <class T> auto negated(T t) -> decltype(!t && t) { return !t && t; }
template <class F, class... A> auto apply(F f, A... a) -> decltype(f(a...)) { return f(a...); }
template <class... T> auto folded(T... t) -> decltype((t + ...)) { return (t + ...); }
template <class T> void twice(const T&, T&&) {}
template <class T> T identity(T (*)(T), T) { return T(); }
struct Pair { int a, b; };

template void one<int>(int);
template void one<const char*>(const char*);
template void one<Cart::Line>(Cart::Line);
template void one<std::string>(std::string);
template void one<void (*)(int)>(void (*)(int));
template void one<int[3]>(int*);
template auto two<int, long>(int, long) -> decltype(0 + 0L);
template void number<5>();
template void number<-5>();
template void numbers<7, true, 'x'>();
template void numbers<0, false, '\n'>();
template void color<Color::kRed>();
template void pack<>();
template void pack<int, char, Cart*>(int, char, Cart*);
template void forwarded<int&, const Cart&, long>(int&, const Cart&, long&&);
template void inside<int, char>(std::vector<int>*, std::vector<char>*);
template std::integral_constant<std::size_t, 2> sized<int, int>(int, int);
template void shape<std::vector>(std::vector<int>);
template void any<5>();
template void any<5UL>();
template void any<true>();
template void byFunction<&plain>();
template void big<long>(long);
template int four<int>(int);
template std::size_t called<std::string>(std::string);
template int& dereferenced<int*>(int*);
template long casted<int>(int);
template Pair made<Pair>();
template bool negated<int>(int);
template int apply<int (*)(int, int), int, int>(int (*)(int, int), int, int);
template int folded<int, int, int>(int, int, int);
template void twice<int>(const int&, int&&);
template void twice<const Cart&>(const Cart&, const Cart&);
template int identity<int>(int (*)(int), int);
template <class T> T variable = T();
template int variable<int>;

// Local things.
struct Local {
  int method(int = [] { return 1; }(), int = [](int x) { return x; }(2));
};
int Local::method(int a, int b) { return a + b; }
int useDefaults() { Local l; return l.method(); }
int locals() {
  static int counter;
  static std::string text = "a";
  struct Inner { int get() { return counter; } static void fixed() {} };
  auto plainLambda = [](int a, const Cart& c) { (void)c; return a; };
  auto generic = [](auto a, auto b) { return a + b; };
  auto captured = [&](std::string s) { return s + text; };
  auto nested = [] { return [](long l) { return l; }; };
  Inner::fixed();
  Cart cart;
  captured("x");
  return Inner().get() + plainLambda(1, cart) + generic(1, 2L) + generic('a', 2.0) + (int)nested()(3);
}
template <class T> int inTemplate(T t) {
  struct Deep { T value; T get() { return value; } };
  auto lambda = [t](int) { return t; };
  return (int)lambda(1) + (int)Deep{t}.get();
}
template int inTemplate<int>(int);
template int inTemplate<char>(char);
inline namespace v2 { void inlined() {} }
namespace { void hidden(int) {} struct Unseen { Unseen() {} void see() {} }; }
void useHidden() { hidden(1); Unseen().see(); }
thread_local std::string perThread = "t";
std::string& useThread() { return perThread; }
const std::string& bound = std::string("temporary");
void variableCapture() { std::function<void(int)> f = [](int) {}; f(1); }
struct [[gnu::abi_tag("old")]] Tagged { Tagged(); void go(); };
Tagged::Tagged() {}
void Tagged::go() {}
[[gnu::abi_tag("v1")]] Tagged tagged(Tagged t) { return t; }
template <class T> concept Small = sizeof(T) < 3;
template <Small T> void constrained(T) {}
template void constrained<char>(char);

}  // namespace shop

void global(shop::Cart, shop::Color) {}
extern "C" void inC() {}
int main() { return shop::locals() + shop::useDefaults(); }
