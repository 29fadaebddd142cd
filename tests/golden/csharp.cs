// Everything that the C# table says, once.
global using System;
using System.Collections.Generic;
using static System.Math;
using Json = Newtonsoft.Json.JsonConvert;

namespace Shop.Store
{
    /// <summary>Sells things.</summary>
    [Serializable, Obsolete("use Shop2", error: false)]
    public sealed partial class Counter<T> : Base<T>, IDisposable where T : class, IItem
    {
        public const int MaxItems = 8, MinItems = 1;
        private static readonly Dictionary<string, List<T>> cache = new Dictionary<string, List<T>>();
        internal Ledger ledger;
        public event EventHandler<SoldArgs> Sold;

        public string Name { get; private set; } = "main_counter";
        public int Total => ledger.Sum(x => x.Price) + this.offset;
        public T this[int index] { get { return items[index]; } set => items[index] = value; }

        public Counter(string name, Ledger ledger = null) : base(name)
        {
            this.ledger = ledger ?? new Ledger { Owner = name, Lines = { 1, 2 } };
            Name = name;
        }

        ~Counter() { Dispose(); }

        // Sells one.
        [Test]
        public async Task<Receipt> SellAsync<TBuyer>(TBuyer buyer, [NotNull] params T[] goods)
        {
            var receipt = await ledger.WriteAsync<TBuyer>(buyer, count: goods.Length);
            Receipt copy = receipt with { Paid = true };
            foreach (T good in goods) cache[Name].Add(good);
            foreach (var (key, value) in cache) Log($"{key}: {value.Count:x} of \"{Name}\"");
            if (buyer is Member { Card: var card } member && Try(out var result)) member?.Orders.Push(card);
            int Local(int n) => n * MaxItems;
            Func<int, int> twice = (int n) => Local(n) + (n as Number).Value;
            try { Sold?.Invoke(this, new SoldArgs(copy)); }
            catch (ShopException e) when (e.Code == Errors.Closed) { throw; }
            using (var file = File.Open(@"c:\temp\shop", FileMode.Open)) { file.Close(); }
            for (int i = 0; i < 3; i++) { (a, b.c) = (i, i); }
            var rich = from line in ledger.Lines
                       let price = line.Price
                       join owner in owners on line.Id equals owner.Id into found
                       where price > 3
                       select new { line.Name, price };
            return result switch { Closed c => c.Receipt, _ => default(Receipt) };
        }

        void IDisposable.Dispose() { }
        protected abstract int Hidden();
        public static bool operator ==(Counter<T> a, Counter<T> b) => Equals(a, b);
        public static implicit operator string(Counter<T> counter) => counter.Name;
        private class Nested { int inner; }
    }

    public interface IItem
    {
        decimal Price { get; }
        void Sell(Counter<IItem> counter);
    }

    public enum Errors : byte { None, Closed = 2 }
    public record Receipt(string Id, decimal Paid) : Paper(Id);
    public readonly record struct Line(int Id);
    struct Point { public int X, Y; }
    public delegate void Handler<T>(T sender, int code);

    static class Extensions
    {
        #region Helpers
        public static string Shout(this string text) => text.ToUpper();
        #endregion
#if DEBUG
        internal static void Check() { }
#endif
        public static int Code(Errors error)
        {
            switch (error)
            {
#if HAVE_CLOSED
                case Errors.Closed:
                    return Close(error);
#endif
                default:
                    return Send(1,
#if DEBUG
                        Trace.Level
#else
                        Level
#endif
                    );
            }
        }
    }
}
