defmodule Shop.Cart do
  @moduledoc """
  Carts of a shop.
  """
  use GenServer, restart: :transient
  import Ecto.Query, only: [from: 2]
  import Shop.Helpers
  require Logger
  alias Shop.Item
  alias Shop.{User, Order}
  alias Shop.Long.Name, as: Short
  @behaviour Shop.Store

  defstruct [:owner, items: [], status: :open]

  @timeout 5_000
  @typedoc "A cart."
  @type t :: %__MODULE__{owner: User.t(), items: [Item.t()]}
  @typep pair(a) :: {a, count :: integer}
  @callback load(id :: integer, map) :: {:ok, t()} | :error

  @doc """
  Adds an item.
  """
  @spec add(t(), Item.t(), keyword) :: t()
  def add(cart, item, opts \\ [])

  def add(%__MODULE__{} = cart, %Item{price: price} = item, opts) when price > 0 do
    items = [item | cart.items]
    Logger.debug("added #{inspect(item)} to cart")
    %{cart | items: items, total: total(items, @timeout)}
  end

  def add(cart, _item, _opts), do: cart

  # Sums up.
  defp total(items, start) do
    items
    |> Enum.map(& &1.price)
    |> Enum.reduce(start, fn price, sum -> price + sum end)
  end

  @impl true
  def handle_call({:get, id}, _from, state) do
    order = Order.new(id)
    fun = &Short.load/1

    case fun.(id) do
      {:ok, ^order = found} when is_map(found) -> {:reply, found, state}
      %User{name: name} -> name
      other -> raise ArgumentError, message: other
    end
  end

  defmacro twice(block), do: quote(do: {unquote(block), unquote(block)})
  defguard is_big(n) when n > 10
  def empty?, do: %Shop.Cart{owner: nil}

  def listed(users) do
    names = for %{name: name} <- users, big = is_big(name), big, do: name

    with {:ok, user} <- find(names),
         order = user.order do
      cond do
        order == nil -> :none
        true -> order
      end
    else
      _ -> :error
    end
  rescue
    e in RuntimeError -> e.message
  end

  def find(<<head::binary-size(2), rest::binary>>), do: {head, rest}
  def find(<<>>), do: nil
  def unquote(:dynamic)(x), do: x
  def left <~> right, do: {left, right}
end

defprotocol Shop.Size do
  @doc "How large."
  def size(value)
end

defimpl Shop.Size, for: Shop.Cart do
  def size(cart), do: length(cart.items)
end
